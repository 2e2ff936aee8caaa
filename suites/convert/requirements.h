#pragma once
// What a conversion must do. Ids are never reused; a changed statement gets a new number.
#include <array>

#include "suites/framework/requirement.h"

namespace ulpgate::convert {

inline constexpr std::array requirements{
    Requirement{"CONVERT-ROUND-1", Level::sound,
                "A finite input whose result is a normal number gives exactly the value that the claimed "
                "rounding defines.",
                "Double rounding, truncation, dropped sticky bits and lost carries are all visible here, one "
                "code at a time.",
                "IEEE 754-2019 4.3 and 5.4.2; OCP OFP8 1.0 section 5; PTX ISA, cvt"},
    Requirement{"CONVERT-SUBNORMAL-1", Level::sound,
                "A finite input whose result is subnormal is rounded as claimed on the subnormal grid; "
                "flushing must be claimed.",
                "Software paths treat the smallest exponent as normal, or drop it.",
                "IEEE 754-2019 3.3 and 7.5; OCP OFP8 1.0 table 1"},
    Requirement{"CONVERT-UNDERFLOW-1", Level::sound,
                "A nonzero input that rounds to zero gives a zero of its sign, or the only zero (fnuz), and "
                "never a NaN code.",
                "Half the smallest subnormal is a tie; in fnuz formats a kept sign is the NaN code.",
                "IEEE 754-2019 4.3.1 and 6.3; ONNX operators, Cast, table of float8 types"},
    Requirement{"CONVERT-ZERO-1", Level::sound,
                "A zero gives a zero of its sign where the target has one, else the claimed code.",
                "Minus zero is a distinct value, and not every format has it.",
                "IEEE 754-2019 6.3; OCP Microscaling 1.0 5.4.1"},
    Requirement{
        "CONVERT-OVERFLOW-1", Level::sound,
        "A finite input beyond the largest finite value, after rounding, gives what is claimed: infinity, "
        "the largest value or NaN.",
        "Libraries disagree on saturation, and so do paths inside one library; the boundary itself is a tie.",
        "IEEE 754-2019 7.4; OCP OFP8 1.0 section 5.2; CUDA Math API, __nv_saturation_t"},
    Requirement{"CONVERT-INF-1", Level::sound,
                "An infinity gives what is claimed: infinity, the largest value or NaN.",
                "Saturating paths differ in whether infinity counts as overflow.",
                "IEEE 754-2019 6.1; OCP OFP8 1.0 section 5.2; ONNX operators, Cast"},
    Requirement{"CONVERT-NAN-1", Level::sound,
                "A NaN gives a NaN, of the claimed code where a code is claimed.",
                "A NaN that becomes a number hides a broken training step.",
                "IEEE 754-2019 6.2; CUDA Math API, FP8 conversions"},
    Requirement{
        "CONVERT-NEGATIVE-1", Level::sound,
        "A value below zero gives what is claimed, zero or NaN, where the target has no sign.",
        "Scale formats have no sign, and libraries take the magnitude, zero or NaN.",
        "OCP Microscaling 1.0 5.4.1; jax-ml/ml_dtypes float8_e8m0fnu; CUDA Math API, __nv_cvt_float_to_e8m0"},
    Requirement{"CONVERT-DOUBLE-1", Level::sound,
                "Inputs a hair beside a midpoint of the target are rounded once, not by way of an "
                "intermediate format.",
                "Rounding to fp32 or fp16 first lands on the midpoint, and the second rounding then errs.",
                "IEEE 754-2019 4.3: a result is rounded once from the infinitely precise one"},
    Requirement{"CONVERT-KNOWN-1", Level::sound,
                "Inputs on which published implementations went wrong are converted as claimed.",
                "A fault that was shipped once is shipped again.",
                "The threads named beside each input in fixtures/witnesses"},
    Requirement{"CONVERT-MONOTONE-1", Level::sound,
                "Of two inputs the larger one never gives the smaller result.",
                "Holds for every rounding rule, so it needs no oracle.",
                "IEEE 754-2019 4.3: rounding functions are monotone"},
    Requirement{"CONVERT-ROUNDTRIP-1", Level::sound,
                "A value that the target can hold comes through unchanged, and back again where the way back "
                "is offered.",
                "Widening must be exact and narrowing of representable values the identity.",
                "IEEE 754-2019 5.4.2: conversion to a wider format is exact"},
    Requirement{"CONVERT-SYMMETRY-1", Level::sound,
                "Under a rounding that ignores signs, the negated input gives the negated result.",
                "Sign handling and rounding live in different lines of code.",
                "IEEE 754-2019 4.3.1 and 4.3.2"},
    Requirement{"CONVERT-COMMUTE-1", Level::sound,
                "The same number held in two source formats gives the same result under the same claims.",
                "A tie test that reads the wrong bit depends on the source's layout.",
                "The operation is a function of the value; jax-ml/ml_dtypes#223"},
    Requirement{"CONVERT-POSITION-1", Level::sound,
                "The result of an element does not depend on its position, its neighbours, the length or the "
                "alignment.",
                "Vector bodies and scalar tails are different code.",
                "ulpgate/plugin.h: convert is elementwise"},
    Requirement{"CONVERT-STRIDE-1", Level::sound,
                "Results do not depend on strides, and what lies between elements is not touched.",
                "Strides taken from the shape write into the neighbour.",
                "ulpgate/plugin.h: ulpgate_tensor; numpy/numpy#29164"},
    Requirement{"CONVERT-REPEAT-1", Level::sound, "The same input gives the same bits in every call.",
                "A conversion has no state.", "ulpgate/plugin.h: convert is a function of its input"},
    Requirement{"CONVERT-MODE-1", Level::sound,
                "The claimed rounding holds whatever the thread's rounding mode is.",
                "Software conversions built on floating-point arithmetic inherit the caller's mode.",
                "The entry points state their rounding; IEEE 754-2019 4.3 with 5.4.2"},
    Requirement{"CONVERT-STATE-1", Level::sound,
                "A call leaves rounding mode and flush modes of the thread as it found them.",
                "A library that leaves flush-to-zero on changes everything that runs after it.",
                "ulpgate/plugin.h: memory and threads; pytorch/pytorch#126848"},
    Requirement{"CONVERT-WRITE-1", Level::sound,
                "A call writes every output element, nothing outside the output, and leaves its input alone.",
                "A stale or overrun output can look right for a long time.",
                "ulpgate/plugin.h: memory and threads"},
};

}  // namespace ulpgate::convert
