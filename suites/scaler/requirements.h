#pragma once
// What a loss scaler with GradScaler's protocol must do. Ids are never reused; a changed statement gets a new
// number.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::scaler {

inline constexpr std::array requirements{
    Requirement{
        "SCALER-SCALE-1", Level::sound, "Outputs are multiplied by the scale, rounded once.",
        "A loss that is scaled by another number than gradients are divided by trains at another rate.",
        "ulpgate/plugin.h, grad_scaler; torch/amp/grad_scaler.py"},
    Requirement{
        "SCALER-UNSCALE-1", Level::sound,
        "Each gradient is unscaled as claimed, to the bit: times the correctly rounded fp32 reciprocal of "
        "the scale, or over it; what is not finite stays so.",
        "A product with the reciprocal is not a quotient, and a reciprocal taken in a narrower format is "
        "another one.",
        "ulpgate/plugin.h, claim unscaling; pytorch/pytorch#142397, #150255"},
    Requirement{
        "SCALER-FOUND-1", Level::sound,
        "NaN and either infinity, wherever they stand, make their optimizer skip its step.",
        "A test for one of the three, or a flag that a later tensor clears, lets a step with NaN through.",
        "ulpgate/plugin.h, claim found_at; pytorch/pytorch#95847, #95781, #186360"},
    Requirement{"SCALER-AFTER-1", Level::sound,
                "A gradient that becomes infinite by its unscaling is found, where that is claimed.",
                "A scale below 1 makes finite gradients infinite after they were looked at.",
                "ulpgate/plugin.h, claim found_at; pytorch/pytorch#99640, #96755, #97415"},
    Requirement{
        "SCALER-LENGTH-1", Level::sound,
        "Tensors of every length are unscaled and looked at to the last element: none, either side of "
        "powers of two, more than 2^20, many at once.",
        "Vectors, chunks and launches of multi-tensor kernels end there.",
        "ulpgate/plugin.h, unscale; NVIDIA/apex#1825"},
    Requirement{"SCALER-DEVICES-1", Level::sound,
                "What is found on any device counts, once for the optimizer and once for the scale.",
                "A flag that is read before the others arrived, or a sum of flags that is compared with 1.",
                "ulpgate/plugin.h, grad_scaler; pytorch/pytorch#115710"},
    Requirement{
        "SCALER-SHARDS-1", Level::sound,
        "What is found on any shard makes all of them skip, also where its flag comes last, and their scales "
        "stay the same.",
        "A flag that is read before the reduction has ended makes scales of shards part for ever.",
        "ulpgate/plugin.h, claim shards; pytorch/pytorch#115710; "
        "torch/distributed/fsdp/sharded_grad_scaler.py"},
    Requirement{
        "SCALER-OPTIMIZERS-1", Level::sound,
        "Each optimizer is skipped for its own gradients alone, and the scale moves once for all of them.",
        "One flag for all skips those that could step.", "torch/amp/grad_scaler.py; ulpgate/plugin.h"},
    Requirement{"SCALER-PROGRESS-1", Level::sound,
                "With finite gradients the optimizer steps and the tracker counts.",
                "A scaler that skips every step trains nothing, and says nothing.",
                "deepspeedai/DeepSpeed#7645; ulpgate/plugin.h, grad_scaler"},
    Requirement{"SCALER-UPDATE-1", Level::sound,
                "Scale and tracker follow the rule: backoff where something was found, growth at exactly the "
                "interval, each product rounded to fp64 and then to fp32.",
                "Growth a step late, or a tracker that an infinity does not reset, is another training.",
                "ulpgate/plugin.h, update; torch/amp/grad_scaler.py"},
    Requirement{"SCALER-CEILING-1", Level::sound, "Growth never makes the scale infinite.",
                "An infinite scale never comes back.", "pytorch/pytorch#98828; google/flax#2547"},
    Requirement{"SCALER-FLOOR-1", Level::sound, "The scale never goes below the claimed floor.",
                "A scale of 0 has no reciprocal, and 0 times infinity is what the weights become.",
                "ulpgate/plugin.h, claim floor; NVIDIA/apex#834, #715"},
    Requirement{
        "SCALER-LOW-1", Level::sound,
        "Without a claimed floor the scale goes below 1 as far as it must, so that a gradient that overflows "
        "at 1 is stepped with in the end; with one, down to it.",
        "A floor of 1 that nobody declared repeats the overflow for ever.",
        "tensorflow/tensorflow#38357; keras-team/tf-keras#644"},
    Requirement{
        "SCALER-ORDER-1", Level::sound,
        "A call out of place answers with its own error and changes nothing; a right one is accepted.",
        "A second unscale that is taken in silence divides twice.",
        "torch/amp/grad_scaler.py; ulpgate/plugin.h, grad_scaler"},
    Requirement{
        "SCALER-ONCE-1", Level::sound,
        "Gradients are divided once: not again by step after unscale, and by a fused optimizer alone.",
        "An explicit unscale followed by a fused one divides by the square of the scale.",
        "pytorch/pytorch#94060"},
    Requirement{"SCALER-LOAD-1", Level::sound,
                "A loaded state is the state, whenever it is loaded; a new scale leaves the tracker.",
                "A resumed run that starts with another scale, or grows at another step.",
                "torch/amp/grad_scaler.py; ulpgate/plugin.h, load and update"},
    Requirement{
        "SCALER-SCHEDULE-1", Level::sound,
        "An optimizer's schedule moves once a call, but where its last step was skipped and that is claimed "
        "to count: fused or not, at the scale's floor or above it.",
        "A skip within a fused kernel, or one that is told from a smaller scale, goes unseen, and the "
        "learning rate decays without steps.",
        "ulpgate/plugin.h, claim schedule; huggingface/accelerate#4242"},
    Requirement{"SCALER-OBJECT-1", Level::sound, "Objects do not know of each other.",
                "State in static variables is shared by all scalers of a process.",
                "ulpgate/plugin.h, ulpgate_objects"},
    Requirement{"SCALER-WRITE-1", Level::sound,
                "A call writes its outputs and gradients and nothing else, and leaves the thread as it was.",
                "An overrun can look right for a long time.", "ulpgate/plugin.h, memory and threads"},
    Requirement{"SCALER-SCRIPT-1", Level::sound,
                "Any script of commands, misuses among them, leads where the model leads.",
                "Faults of state machines hide behind sequences that nobody wrote a test for.",
                "ulpgate/plugin.h, grad_scaler; torch/amp/grad_scaler.py"},
};

}  // namespace ulpgate::scaler
