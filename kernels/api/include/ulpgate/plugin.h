/* ulpgate plug-in interface, version 1. C99, no dependency.
 *
 * A plug-in is a shared library that exports ulpgate_plugin_entry(). ulpgate loads it with dlopen in a process of its own,
 * reads what it offers, and holds it to its claims:
 *
 *     ulpgate run --suite convert --impl plugin:./mine.so
 *
 * A whole plug-in:
 *
 *     #include <ulpgate/plugin.h>
 *     static const ulpgate_pair formats[] = {{"from", "fp32"}, {"to", "bf16"}};
 *     static const ulpgate_pair claims[] = {
 *         {"rounding", "toward_zero"}, {"overflow", "infinity"}, {"infinity", "infinity"}, {"nan", "any"}};
 *     static const ulpgate_offer offers[] = {{"convert", "truncate", formats, 2, claims, 4}};
 *     static int call(const ulpgate_call* c, ulpgate_reply* r) {
 *       const ulpgate_tensor* from = &c->tensors[0];
 *       const ulpgate_tensor* to = &c->tensors[1];
 *       (void)r;
 *       for (int64_t i = 0; i < from->shape[0]; ++i)
 *         ((uint16_t*)to->data)[i * to->strides[0]] = (uint16_t)(((const uint32_t*)from->data)[i * from->strides[0]] >> 16);
 *       return ULPGATE_OK;
 *     }
 *     static const ulpgate_plugin plugin = {ULPGATE_ABI_VERSION, sizeof(ulpgate_plugin), "mine", "1.0", "fp32 to bf16 by truncation",
 *                                           ULPGATE_CONCURRENT, offers, 1, call};
 *     const ulpgate_plugin* ulpgate_plugin_entry(void) { return &plugin; }
 *
 * (It fails: a NaN whose payload lies in the lower half becomes an infinity. ulpgate says so, with the input's bits.)
 *
 * OPERATIONS AND THEIR TENSORS
 *   convert   tensors, in this order: "from" and "to", rank 1, equal shape {n}, n >= 0. Element i of `to` is element i of
 *             `from`, converted. No scalars.
 *   gemm      D = alpha * A * B + beta * C, for each of `batch` problems. Tensors, rank 3, in this order: "a" {batch, m, k},
 *             "b" {batch, k, n}, "c" {batch, m, n}, "d" {batch, m, n}; every extent may be 0. Transposes, leading dimensions and batch
 *             strides are all strides, 0 (for inputs) and negative ones included. Then, where the offer names their formats: "bias" {n}, added to
 *             every row before the result is rounded to d's format; "a_scale" and "b_scale" {batch, rows, columns}: the operand's element
 *             (i, j) counts as its value times scale (i / block_rows, j / block_columns); "amax" {1}, in fp32, an output: the largest
 *             magnitude in all problems of D, +0 where D has no element.
 *             c may be the same memory as d, with the same format and strides; otherwise they do not overlap. Where beta is 0, c is
 *             not to be read: it may hold anything. Where k is 0, D = beta * C. Scalars "alpha" and "beta", both in the format that the
 *             offer names for "alpha".
 *   mma       one matrix instruction, D = A * B + C. Tensors, rank 2, packed, row-major: "a" {m, k}, "b" {k, n}, "c" {m, n}, "d" {m, n},
 *             then "a_scale" {m, k / block} and "b_scale" {k / block, n} where the offer names them. No scalars.
 *
 *   Operations on rows; every extent may be 0. Strides of inputs may be anything, those of outputs anything without overlap.
 *   softmax, log_softmax   along the middle axis. Tensors: "x" {outer, n, inner}; ["mask"], same shape: added to scale * x where its format
 *             is one of floats; where it is uint8, what is not 0 masks its logit out; "y", same shape, which may be the same memory as x, with
 *             the same format and strides. Scalars, where claimed: "scale" multiplies x; "causal" q: outer index o is query o mod q, which
 *             sees i <= (o mod q) + n - q, and all others are masked out. A logit that is masked out is -Inf, or what mask_value says.
 *             These two and the next two have, where the offer names its format, "amax" {1} behind all others, in fp32, an output: the largest
 *             magnitude of all results, +0 where there is none; and the scalar "scale_y", where claimed, in fp32: y is the result times scale_y.
 *   softmax_backward, log_softmax_backward   "y", "dy" and "dx", all {outer, n, inner}: dx = y * (dy - sum(y * dy)), and
 *             dx = dy - exp(y) * sum(dy); y is the forward's output, and counts as it is given. Scalar "scale", where claimed, multiplies dx.
 *             Where y is 0 (-Inf of log_softmax), dy counts as anywhere else: 0 * NaN and 0 * Inf are NaN, and so then are the sum and its row.
 *             y is never infinite but for that -Inf.
 *   layer_norm   "x" {rows, n}, ["gamma" {n}], ["beta" {n}], "y" {rows, n}, ["mean" {rows}], ["rstd" {rows}]. Scalar "eps". The variance is
 *             divided by n; rstd = 1 / sqrt(variance + eps); y = (x - mean) * rstd * gamma + beta.
 *   rms_norm  "x" {rows, n}, ["gamma" {n}], "y" {rows, n}, ["rstd" {rows}]. Scalar "eps". rstd = 1 / sqrt(mean(x^2) + eps); y = x * rstd * gamma.
 *   group_norm   "x" {batch, channels, spatial}, ["gamma" {channels}], ["beta" {channels}], "y", as x, ["mean" {batch, groups}], ["rstd" {batch, groups}].
 *             Scalars "eps", and "groups" int64, from 1 on, which divides channels: group g has channels / groups neighbours, from channel
 *             g * channels / groups on. Of one batch's group, with all its channels / groups * spatial elements as the row, mean, variance and rstd are
 *             those of layer_norm; y = (x - mean) * rstd * gamma[channel] + beta[channel].
 *   layer_norm_backward   "dy" {rows, n}, "x" {rows, n}, ["gamma" {n}], "mean" {rows}, "rstd" {rows}, "dx" {rows, n}, ["dgamma" {n}],
 *             ["dbeta" {n}]. mean and rstd count as they are given. With z = (x - mean) * rstd and g = dy * gamma, along a row:
 *             dx = rstd * (g - mean(g) - z * mean(g * z)); down the columns: dgamma = sum(dy * z), dbeta = sum(dy).
 *   rms_norm_backward     the same without "mean" and "dbeta": z = x * rstd, dx = rstd * (g - z * mean(g * z)).
 *   group_norm_backward   "dy", "x" {batch, channels, spatial}, ["gamma" {channels}], "mean" {batch, groups}, "rstd" {batch, groups}, "dx", as x,
 *             ["dgamma" {channels}], ["dbeta" {channels}]; scalar "groups". dx of a group is that of layer_norm_backward's row; sums of dgamma and dbeta go
 *             over batch and spatial.
 *   cross_entropy   "x" {rows, n} logits, "target" {rows} int64, "loss" {rows}, or {1} where claim reduction says so. With p = log_softmax(x):
 *             loss = -(1 - s) * p[target] - s * mean(p). Scalars "ignore_index": rows with that target have loss 0 and do not count in
 *             a mean; "smoothing" s, where claimed. A target that is neither a class nor ignore_index: answer ULPGATE_INVALID, or make its
 *             row's loss, or the one loss, NaN, and in the backward pass its row of dx; other rows are what they are without, but that a
 *             mean may count it or not. Where smoothing is 0 and a logit is -Inf, the last term may be left out, or be 0 * Inf, which is NaN.
 *   cross_entropy_backward   "x", "target", "dloss" {rows} or {1}, "dx" {rows, n}; scalars as above.
 *   attention "x" {rows, n} scores, "v" {n, d}, "o" {rows, d}, "lse" {rows}: o = softmax(scale * x) * v, lse = log(sum(exp(scale * x))). Scalars
 *             "scale", always, and "causal" q, where claimed: row r is query r mod q, as of softmax. Of a row whose every score is -Inf or masked out, or
 *             that has none, as n is 0, lse is what masked_lse says, and o what masked_row says. NaN and infinity in v need not count where the score is -Inf.
 *
 *   Steps of optimizers; extents and strides as of rows.
 *   adamw_step   gradients "x", "param", "exp_avg", "exp_avg_sq" {rows, n}, "found_inf" {1}; "new_param", "new_exp_avg", "new_exp_avg_sq" {rows, n},
 *             ["model" {rows, n}], ["new_step" {1}]. Scalars "lr", "beta1", "beta2", "eps", "weight_decay" fp64, "grad_scale" fp32, "step" int64, from 1 on. With
 *             g = x / grad_scale: m = beta1 * exp_avg + (1 - beta1) * g, v = beta2 * exp_avg_sq + (1 - beta2) * g^2, and new_param = param - lr *
 *             (m / (1 - beta1^step) / (sqrt(v / (1 - beta2^step)) + eps) + weight_decay * param). Where found_inf is not 0, which a NaN is not, the
 *             new ones are the old ones. model is new_param, rounded to nearest even. new_step, in int64, fp64 or fp32, is step + 1, or step where
 *             found_inf is not 0.
 *   clip_grad_norm   "x" {rows, n}, a row a tensor; "y" {rows, n}, "norm" {1}. Scalars "max_norm", positive and finite, and "grad_scale" fp32. With g = x / grad_scale: norm is
 *             that of all tensors g, and y = g * min(1, max_norm / (norm + 1e-6)). A NaN makes the norm NaN.
 *   accumulate   "x" {rows, n}, a row a micro-batch's gradients; "main" {n}; "sum" {n}: main + sum over the rows.
 *   sgd_step     gradients "x", "param", "momentum_buffer" {rows, n}, "found_inf" {1}; "new_param", "new_buffer" {rows, n}, ["model" {rows, n}]. Scalars
 *             "lr", "momentum", "dampening", "weight_decay" fp64, "first" int32. With g = x + weight_decay * param: new_buffer = momentum *
 *             momentum_buffer + (1 - dampening) * g, or g where first is not 0 or momentum is 0; new_param = param - lr * new_buffer, or by Nesterov
 *             param - lr * (g + momentum * new_buffer). found_inf and model as of adamw_step.
 *   gradient_norm   "x" {rows, n}, a row a tensor; "norm" {1}: that of all tensors, 0 of none. A NaN makes it NaN.
 *
 *   Loss scaling; extents and strides as of rows.
 *   unscale_check   gradients "x" {rows, n}, a row a tensor, ["sizes" {rows} int64], ["index" {rows} int64], "scale" {1}, "found_inf" {1}; "y" {rows, n},
 *             which may be the same memory as x, with the same format and strides, "found" {1}; scale and flags in fp32. Row r's tensor is its first
 *             min(sizes[r], n) elements, or all n without sizes; what lies behind is of no tensor: y has x's elements there, whatever they are, and
 *             nobody looks at them. y is x, unscaled as claimed; where it is multiplied by 1, x's bits. found is 1 where a NaN or an infinity was
 *             found, where claimed, else found_inf as it came. index: rows are parts of a sparse gradient, row r of its line index[r], so that rows
 *             with one index are added up, in fp32 and in their order, and rounded to x's format; the sums are looked at, too, as they come, whatever
 *             found_at says: none of them is unscaled. Not with fp64.
 *   scale_update   of n scales at once: flags "found_inf" {devices, n} fp32, "scale" {n} fp32, "tracker" {n} int32; "new_scale" {n} fp32, "new_tracker" {n}
 *             int32. Scalars "growth", "backoff" fp64, "interval" int64. The rule of "update" of grad_scaler, below; something was found where a
 *             device's flag is not 0, which a NaN is not. Of scales that are negative or not finite nothing is demanded.
 *
 *   Operations of quantization; every extent may be 0. Strides as for rows, but for padded and swizzled scales, which are packed.
 *   Tensors of scales that have other extents than blocks and layout make, fewer or more or turned around, are to be answered with
 *   ULPGATE_INVALID, and not touched.
 *   A block of {rows, n} elements has ROWS x COLUMNS of them, as claim block says, the last one along an axis fewer; {r, c} is one for each.
 *   amax      "x" {rows, n}, ["before" {r, c}], "amax" {r, c}: the largest magnitude of each block, +0 of none; before counts as if it were
 *             an element, and is not negative. Both in fp32.
 *   quantize  "x" {rows, n}, ["scale" {r, c}], ["global" {1}], ["random" {rows, n}], "q" {rows, n}, ["scales" {r, c}], ["q_t" {n, rows}],
 *             ["scales_t"]. Scales are given in fp32 as "scale", or come out as "scales": fp32, the inverse of what x is multiplied
 *             with, or e8m0, or e4m3, as claim scales says. global, in fp32, is the largest magnitude of the tensor that x is part of, where
 *             scales is nvfp4. random, in int32: of stochastic rounding, a word for each element. With n = random_bits: where
 *             x * scale lies between two codes, at the fraction f of the way from the one nearer 0 to the other, the other is taken where
 *             floor(2^n f) + (the word's lowest n bits) >= 2^n. q_t and scales_t are what the transposed x gives, with blocks as claimed along
 *             it; the word of an element is the same in both copies. Scales that are given are not negative, and those of dequantize neither.
 *   dequantize   "q" {rows, n}, "scales" {r, c}, ["global" {1}], "y" {rows, n}
 *   delayed_scale_update   of n tensors that were used since the last one: "history" {length, n}, amaxes, not negative, those of now in row 0; "scale" {n},
 *             ["reduced" {n}], "new_history" {length, n}, "new_scale" {n}, "scale_inverse" {n}; all in fp32, length at least 1. Scalar "margin",
 *             fp32, a whole number from -127 to 127. The history moves by a row: new row i is row i + 1, the last one is row 0, row 0 becomes 0.
 *             new_scale = M * 2^-margin / amax, M the largest number of the claimed element, amax of the history before it moved; scale where
 *             amax is 0 or not finite; FLT_MAX where infinite. scale_inverse = 1 / new_scale. reduced: the current amax over all devices.
 *   hadamard  "x" {rows, n}, "y" {rows, n}; n a multiple of 16. Each group of 16 along a row is multiplied by D * H / 4: H (i, j) is -1 where i
 *             and j share an odd number of set bits, else 1; D is diagonal, -1 where claim signs has bit i set.
 *
 *   Objects have a state: create() makes one, invoke() calls it, destroy() ends it (struct ulpgate_objects, below).
 *   grad_scaler   a loss scaler with the protocol of PyTorch's GradScaler. Optimizers are numbers from 0 to 3; each is ready, unscaled or stepped, and
 *             ready again after the next update. create: tensor "gradient" {0}, whose format says which offer is meant; scalars "init_scale" fp32,
 *             "growth" and "backoff" fp64, "interval" int64. The scale exists from the first "scale" on. Calls, by their operation:
 *             "scale"    "outputs" {n} and "scaled" {n}, fp32: outputs times the scale.
 *             "unscale"  scalar "optimizer" int32; any number of tensors "gradient0" {n}, "gradient1" {n}, ...: the digit is the device, up to 2, that
 *                        one lies on, n >= 0. Each is unscaled in place, and looked at.
 *             "step"     scalars "optimizer" and "fused" int32; gradients as of unscale, which they are now where they were not; "stepped" {1} int32:
 *                        1 where the optimizer shall step, 0 where it is skipped. With fused 1 the optimizer unscales by itself: gradients are
 *                        looked at as they come, whatever found_at says, and left, and it is given "grad_scale" {1} fp32, the scale, or 1 where
 *                        unscale came before, and "found_inf" {1} fp32, how many devices something was found on.
 *             "update"   the rule: where something was found since the last update, scale = fp32(scale * backoff), not below the claimed floor, and
 *                        tracker = 0; else ++tracker, and where that is interval, scale = fp32(scale * growth) if that is finite, and tracker = 0.
 *                        Products are rounded to fp64, then to fp32. Or scalar "new_scale" fp32, which leaves the tracker.
 *             "schedule" where claimed; scalar "optimizer" int32, "scheduled" {1} int32: how often its learning-rate schedule has moved, this
 *                        call included. Training calls it once after each step.
 *             "load"     scalars "scale" fp32 and "tracker" int32; none of them: an empty state.
 *             "state"    "scale" {1} fp32 and "tracker" {1} int32, outputs: what they are now.
 *             Shards, where claimed: create has scalars "shard" and "shards" int32 and "group" int64, too, and objects with one group are a
 *             scaler each of one data-parallel group. Calls of theirs come on several threads at once, in any order, to all shards the same
 *             ones. unscale, and step where it unscales, return when every shard of the group was called, and what any of them found
 *             all have found: flags of all devices are set. A shard without gradients takes part, and steps as others do. Nobody is fused.
 *             A call out of place changes nothing and answers ULPGATE_INVALID with a message of one word: bad_factor (create: growth is not above 1, or
 *             backoff not below 1), no_scale_yet (unscale, step, update), unscaled_twice, unscaled_after_step, stepped_twice, no_gradients (step
 *             without gradients; it counts as unscaled then), nothing_recorded (update where nothing was looked at), empty_state (load).
 *   autocast      what formats a framework's operations have their results in. An object is a region; create: tensor "low" {0}, whose format, fp16 or
 *             bf16, is the region's. A call's operation is the framework's own, as PyTorch's lists name it: "mm", "softmax". Tensors "input0" {0},
 *             "input1" {0}, ... up to four, on the region's device, of which the formats count alone: fp16, bf16, fp32 and fp64. Scalars "in_place" int32,
 *             1 where it works in place or into a given output, and "dtype" int32, a format's number, where one is given. "result" {1} int32, an
 *             output: the number of the result's format, 1 fp16, 2 bf16, 3 fp32, 4 fp64, or 0 where autocast leaves the call alone, being in
 *             place. Answer ULPGATE_INVALID with the message banned where the operation is an error in a region, or mixed where this mixture of
 *             inputs is; ULPGATE_UNSUPPORTED where the framework has no such operation, or not with so many tensors. A dtype that is given is the result's format, whatever list the operation is
 *             in. Where a list sets the result to fp32 by its dtype, the first input decides alone: fp32, or fp64 where it is that. Where a list asks
 *             for the widest input, it is looked for from the region's format on, input after input: fp32 is wider, fp64 is passed over, and the
 *             narrow format that is not the region's is mixed where it comes before any fp32, and like the others behind one.
 *   Tensors in brackets are there where the offer names their formats. "scale" of rows is fp32, and fp64 where x (y of a backward pass) is fp64; "eps" is
 *   fp32, and fp64 where the accumulator is; "causal" is int32; "ignore_index" is int64; "smoothing" is fp32.
 *
 * An offer names the format of each tensor, in the order above; of gemm also that of "alpha", after "d".
 *
 * FORMATS, by name. An element takes the bytes named; byte order is the machine's.
 *   8 bytes: fp64 int64    4 bytes: fp32 tf32 int32    2 bytes: fp16 bf16
 *   1 byte:  e4m3 e5m2 e4m3fnuz e5m2fnuz e3m2 e2m3 e2m1 e8m0 ue4m3 int8 uint8 int4 uint4
 *   tf32 keeps its place in an fp32 word; its 13 low bits are ignored when read by ulpgate and may hold anything when given.
 *   convert takes integers as sources only, and int32 and int64 alone.
 *   e3m2, e2m3, e2m1, int4 and uint4 hold one code a byte, in the low bits; the high bits are zero, and must be written so;
 *   but see claim packing of quantization.
 *
 * CLAIMS of convert (key: values). The first four are required, where the formats make them meaningful:
 *   rounding    nearest_even | toward_zero | nearest_away | up | down | e8m0_nearest_field | e8m0_up_field
 *   overflow    infinity | saturate | nan | nan_signed      a finite value beyond the largest one. `infinity` is IEEE 754's rule,
 *               which stays at the largest value where the rounding direction says so. nan: any NaN; nan_signed: with the input's sign
 *   infinity    infinity | saturate | nan | nan_signed      when the source has infinities
 *   nan         any (which one may vary) | code:0xHH | code_signed:0xHH | payload | max_positive | max_signed | zero_flipped_sign    when the source has
 *               NaN. code_signed: that code with the input's sign; payload: sign and leading payload bits kept, quiet bit set;
 *               the last three where the target has no NaN
 *   negative    magnitude | zero | nan       required for targets without a sign (e8m0, ue4m3)
 *   zero        smallest | nan               required for e8m0
 *   subnormals  kept | flushed               results in the target's subnormal range; kept when not said
 *
 * CLAIMS of gemm. The first two are required:
 *   accumulator   what sums are kept in: fp64 | fp32 | fp16 | bf16 | int32 (wraps), each addition rounded to nearest even and each product
 *                 exact or rounded likewise; or an instruction by profile and entry, "sm_90/mma.fp16.fp32", whose arithmetic it then is
 *   alpha_zero    skips | multiplies      where alpha is 0: A and B are not looked at (the rule of BLAS), or NaN and infinity in them count
 *   order         any | ascending         the order of summation; any when not said. ascending: one chain, k from 0 up, the same for
 *                 every element, in which all products are exact (fused) or all are rounded; held to it bit for bit
 *   instruction_k a number                products of one instruction, where accumulator is one; the entry's largest when not said
 *   split_k       a number                k is cut into so many equal, consecutive parts, which are added at the end (at most; 1 when not said)
 *   partials      accumulator | output    the format in which parts are kept before they are added; accumulator when not said
 *   promotion     a number                every so many k the sum moves to an fp32 accumulator and starts again from 0; 0 (never) when not said
 *   inputs        exact | tf32 | bf16 | fp16   what operands are rounded to first, faithfully (either neighbour); exact when not said
 *   input_subnormals  kept | flushed      kept when not said
 *   zero_products ieee | skipped          skipped: a product with a zero factor is 0 even where the other is NaN or infinite
 *   rounding, overflow, infinity, nan, subnormals   of D, as for convert; nearest_even, infinity (where d has none: overflow is required),
 *                 infinity, any, kept.
 *                 nan is any | code:0xHH | code_signed:0xHH (that code with either sign: a sum has no input's sign), or max_positive
 *                 where d has no NaN; it is said of every NaN that A, B, C, bias and scales make, whichever they hold
 *   a_scale_block, b_scale_block   tensor | row (a: one for each) | column (b) | ROWSxCOLUMNS, e.g. 1x32    required with that scale. Where
 *                 scales change along k, accumulator is an instruction that applies them, or a format: they then multiply operands, products
 *                 or sums of a block, each time rounded in it, in any order
 *   amax          unrounded | d           required with amax: of results before they are rounded to d's format, or of d's elements
 *   amax_nan      propagates | any        propagates: NaN where a result is one; any when not said
 *   deterministic    yes | no             the same call gives the same bits; yes when not said
 *   batch_invariant  yes | no             a row of D does not depend on how many rows there are; no when not said
 *   Shapes, strides, alphas and betas that are not implemented: answer ULPGATE_UNSUPPORTED.
 *
 * CLAIMS of mma:
 *   shape         m16n8k16                required
 *   profile       sm_90/mma.fp16.fp32     the entry whose arithmetic it is, bit for bit; may be left out
 *   scale_block   a number                required where the offer has scales
 *
 * CLAIMS of operations on rows. They allow: what is more accurate than claimed is right, too, but where bits are promised (deterministic and what
 *   follows it). The first is required:
 *   accumulator   fp64 | fp32 | fp16 | bf16    the format of intermediate results; each operation is rounded to nearest even in it, or fused with
 *                 the next; sums are in any order
 *   exp           N | N+Ax     the error of exp, in ulps of the accumulator: at most N + A * |argument|, e.g. 2+1.173x; 1 when not said
 *   log           N            likewise; 1 when not said. log_absolute E, e.g. -21: or else an absolute error of 2^E
 *   division      rounded | reciprocal | N     a quotient rounded once (when not said); numerator times rounded reciprocal; within N ulps
 *   rsqrt         N            ulps of 1 / sqrt; 2 when not said
 *   algorithm     of softmax: shifted (the maximum, then exp(x - max); when not said) | online:B (running maximum and sum over blocks of B
 *                 elements, rescaled) | base2 (exp2(x * c - max * c), fused) | base2_online:B | unshifted (exp(x)). Of attention likewise:
 *                 what multiplies v is divided by the sum before or after, and online, what is added up so far is rescaled with the sum
 *                 of log_softmax: subtract ((x - max) - log(sum); when not said) | lse (x - (max + log(sum))) | of_softmax (log of softmax)
 *                 of layer_norm and group_norm: two_pass (when not said) | welford | one_pass (mean(x^2) - mean^2)
 *   quotient      divided | exponential    of softmax, shifted or online: exp(x - max) / sum (when not said), or exp((x - max) - log(sum)), with the
 *                 claims log and log_absolute
 *   folded        yes | no     layer_norm or group_norm is x * a + b with a = rstd * gamma and b = beta - mean * a (of two tensors that are not there 1
 *                 and 0); no, when not said: it is ((x - mean) * rstd) * gamma + beta, or (x * rstd - mean * rstd) * gamma + beta. Not together with
 *                 rounds_first
 *   split         a number     of attention, shifted, online or base2_online: n is cut into so many parts, consecutive and at most; each has an o and an lse of
 *                 its own, in the accumulator's format, and o is their mean, weighted by exp(lse of the part - largest lse) and divided by the
 *                 weights' sum, or weighted by exp(lse of the part - lse); 1 when not said
 *   probabilities fp32 | fp16 | bf16   of attention: what multiplies v may be rounded to this format first; the sum may be of either; the accumulator
 *                 when not said
 *   scale         yes | no     softmax and its backward have the scalar; no when not said.   causal    yes | no    likewise, and attention
 *   masked_row    nan | zero   of softmax, log_softmax and attention, where all of a row is -Inf or masked out: NaN, or what no logit has: 0, and
 *                 -Inf of log_softmax; nan when not said
 *   masked_lse    minus_infinity | infinity    of attention, the lse of such a row; minus_infinity when not said
 *   infinity      nan | one_hot     of softmax, a row with +Inf: one_hot gives 1 where it is, if it is once; nan when not said
 *   nan           any | code:0xHH   which NaN; any when not said
 *   mask_value    minus_infinity | a number, e.g. -10000    what a logit that is masked out is set to; minus_infinity when not said. With a
 *                 number, a row whose maximum is that number counts as all masked out
 *   zero_centred  yes | no     gamma counts as 1 + gamma; no when not said
 *   rounds_first  yes | no     a normalised value is rounded to y's format before gamma multiplies it; no when not said
 *   reduction     none | mean | sum     of cross_entropy; none when not said.   smoothing   yes | no    it has the scalar; no when not said
 *   scale_y       yes | no     results are multiplied by the scalar scale_y, rounded in the accumulator, before they are rounded to y's format;
 *                 no when not said. Not together with rounds_first
 *   amax          unrounded | y    required with amax: of results as the accumulator has them, before scale_y; or of y's elements
 *   amax_nan      propagates | any     propagates: NaN where a result is one; any when not said
 *   subnormals    kept | flushed    in the accumulator and in outputs, whole or in part; kept when not said
 *   rounding, overflow   of outputs, as for convert; nearest_even, infinity (where y has none: overflow is required)
 *   deterministic yes | no     yes when not said.   batch_invariant   yes | no    a row does not depend on the others; no when not said
 *   position_invariant   yes | no    of operations whose elements have a place in a row: equal elements of a row (all inputs at their places
 *                 equal, bit for bit) have equal results; no when not said
 *
 * CLAIMS of quantization. block is required but of delayed_scale_update and hadamard: tensor | row (one scale for each) | column |
 *   ROWSxCOLUMNS, e.g. 1x32
 *   of amax:
 *   amax_nan      ignored | propagates     required, as where scales come from an amax: what a NaN does to it
 *   of quantize: each step in fp32, rounded to nearest even:
 *   scales        given | current | mx | nvfp4     required
 *   rule          required. given: multiply (x * scale) | divide (x / scale). current: transformer_engine | transformer_engine_python | torchao.
 *                 mx: transformer_engine | torchao_rceil | torchao_floor | torchao_ceil | torchao_even | ocp | onnx_up | onnx_nearest | onnx_down.
 *                 nvfp4: transformer_engine | transformer_engine_python | torchao.    Their steps: reference/oracles/quantize/recipe.h
 *   power_of_two  yes | no     of current: the scale is rounded down to one; no when not said
 *   epsilon, infinite_scale    fp32 codes 0x..., of current: the least amax, and what counts for an infinite scale; 0 and FLT_MAX when not said
 *   fast_math     yes | no     of nvfp4: what multiplies x is rounded to bf16; no when not said
 *   flush_to_zero yes | no     subnormal operands and results of fp32 steps count as zeros; no when not said
 *   rounding, overflow, infinity, nan   of the cast to q, as for convert; nearest_even | stochastic, with random_bits. Where q has no infinity,
 *                 overflow and infinity are required. The sign of a NaN is x's where x is one, else positive
 *   scale_layout  plain | padded | swizzled     of scales and scales_t; plain when not said. padded: extents rounded up to multiples of 128 and 4.
 *                 swizzled: {1, all of them}, in tiles of 128 x 4, each 512 in a row: (r, c) of a tile at 16 (r mod 32) + 4 (r / 32) + c
 *   padding       zero | any   what is written where padding is; any when not said
 *   packing       none | low_first | high_first     of q and q_t, elements of four bits; none, a byte each, when not said. Else two a byte: rows of
 *                 (n + 1) / 2 bytes, element 2 i in the low (high) half of byte i; in the half that an odd row leaves there are zeros
 *   of dequantize:
 *   rule          fp32 | e8m0 (q * scale) | nvfp4_reference ((q * s) * (1 / S)) | nvfp4_kernel (q * ((s * global) * (1 / 2688))) |
 *                 nvfp4_torchao (q * ((global / 2688) * s)); S = 2688 / global, as in quantize; required. The result is rounded to y's format
 *   flush_to_zero, scale_layout, packing   as above; padding, and the half that an odd row leaves, may hold anything
 *   of delayed_scale_update:
 *   path          bulk | non_bulk | unfused    required. bulk: reduced, where it is there and not 0, takes the place of row 0; where row 0 is 0
 *                 nothing changes but scale_inverse. A NaN loses in amax; unfused: it wins, and the scale is (M / amax) / 2^margin
 *   algorithm     max | most_recent     required: amax of all rows, or of row 0
 *   element       a format       required.   flush_to_zero as above
 *   of hadamard:
 *   signs         0x....         required.   accumulator    fp64 | fp32 | fp16 | bf16     required; sums in any order
 *   rounding, overflow   of y, as for convert
 *
 * CLAIMS of steps of optimizers: accumulator (required), subnormals, deterministic, as of rows, and
 *   of adamw_step:
 *   order         decay_first | decay_added    required. decay_first: p = param * (1 - lr * weight_decay), then p - (lr / (1 - beta1^step)) * m /
 *                 (sqrt(v) / sqrt(1 - beta2^step) + eps). decay_added: as the formula stands
 *   scalars       fp64 | fp32  what of this has no element in it is computed in; fp64 when not said.   power    N    ulps of beta^step; 2 when not said
 *   of clip_grad_norm:
 *   norm          one | two | infinity    required
 *   sums          flat | by_tensor   by_tensor: a norm for each row, and then of these; flat when not said
 *   of accumulate:
 *   order         any | ascending    ascending: row after row onto main; any when not said
 *   of sgd_step:
 *   nesterov      yes | no     no when not said.   scalars   as of adamw_step
 *   of gradient_norm: norm (required) and sums, as of clip_grad_norm
 *   of unscale_check:
 *   unscaling, found_at   as of grad_scaler; required
 *   checks        own | fp32   fp32: an fp64 gradient counts as infinite where fp32 makes it so; own when not said
 *   of scale_update:
 *   floor         a number     as of grad_scaler
 *
 * CLAIMS of grad_scaler. The first two are required:
 *   unscaling     reciprocal | division        a gradient times fp32(1 / scale), or over the scale; rounded in fp32 (fp64 where it is), then to its format
 *   found_at      scaled | unscaled | either   a NaN or infinity is looked for in a gradient as it comes, as it leaves, or in both
 *   floor         a number                     the scale does not go below; 0 (no floor) when not said
 *   schedule      taken | called               optimizers have a schedule, which moves but where the optimizer's last step was skipped, or with
 *                                              every call; they have none when not said
 *   shards        yes | no                     objects may be shards of a group; needs ULPGATE_CONCURRENT; no when not said
 *   subnormals    kept | flushed               of gradients, as they come and leave; kept when not said
 *
 * CLAIMS of autocast:
 *   device        cuda | cpu    required: whose lists count
 *
 * MEMORY AND THREADS
 *   Buffers belong to ulpgate, are aligned to the element's size and no more, and lie between guard bytes. Outputs hold poison when
 *   call() begins. Write every element of the outputs and nothing else; never write inputs. call() must leave the thread's
 *   floating-point environment as it found it. With ULPGATE_CONCURRENT call() may run on several threads at once.
 *
 * ANSWERS
 *   ULPGATE_OK, or another status with a sentence in reply->message. ULPGATE_UNSUPPORTED is an honest answer and is reported as
 *   "not run: unsupported"; it is never a pass.
 *
 * VERSIONS
 *   Later versions add members at the ends of structs and raise ULPGATE_ABI_VERSION only when an old plug-in could not be called
 *   any more. struct_size is the size the plug-in was compiled with.
 */
#ifndef ULPGATE_PLUGIN_H
#define ULPGATE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ULPGATE_ABI_VERSION 1u

#if defined(_WIN32)
#define ULPGATE_EXPORT __declspec(dllexport)
#else
#define ULPGATE_EXPORT __attribute__((visibility("default")))
#endif

enum ulpgate_status {
  ULPGATE_OK = 0,
  ULPGATE_UNSUPPORTED = 1, /* this combination is not implemented */
  ULPGATE_INVALID = 2,     /* the call's arguments are not acceptable */
  ULPGATE_FAILED = 3       /* it was tried and went wrong */
};

enum ulpgate_memory { ULPGATE_HOST = 0, ULPGATE_DEVICE = 1 };

/* Flags of a plug-in. */
enum { ULPGATE_CONCURRENT = 1 };

typedef struct ulpgate_pair {
  const char* key;
  const char* value;
} ulpgate_pair;

typedef struct ulpgate_tensor {
  const char* name;       /* its role in the operation */
  const char* format;     /* see FORMATS */
  uint32_t memory;        /* enum ulpgate_memory; version 1 hands out host memory only */
  uint32_t rank;          /* length of shape and strides */
  const int64_t* shape;   /* in elements */
  const int64_t* strides; /* in elements; may be larger than packed, zero or negative */
  void* data;             /* element (0, ..., 0) */
} ulpgate_tensor;

typedef struct ulpgate_scalar {
  const char* name;
  const char* format; /* fp64, fp32, fp16, int32 or int64 */
  uint64_t bits;      /* the value's code in that format, right-aligned */
} ulpgate_scalar;

typedef struct ulpgate_call {
  uint32_t struct_size;
  const char* operation;
  const char* variant; /* the offer's */
  const ulpgate_tensor* tensors;
  size_t tensor_count;
  const ulpgate_scalar* scalars;
  size_t scalar_count;
  void* stream; /* version 1: NULL */
} ulpgate_call;

typedef struct ulpgate_reply {
  char message[512]; /* NUL-terminated; empty when call() begins */
} ulpgate_reply;

/* One thing a plug-in can do. */
typedef struct ulpgate_offer {
  const char* operation;
  const char* variant;         /* which of its entry points: letters, digits and _ . + only */
  const ulpgate_pair* formats; /* tensor name to format */
  size_t format_count;
  const ulpgate_pair* claims;
  size_t claim_count;
} ulpgate_offer;

typedef struct ulpgate_plugin {
  uint32_t abi_version; /* ULPGATE_ABI_VERSION */
  uint32_t struct_size; /* sizeof(ulpgate_plugin) */
  const char* name;     /* letters, digits and _ . - only; it appears as plugin:NAME in reports */
  const char* version;
  const char* description;
  uint32_t flags;
  const ulpgate_offer* offers;
  size_t offer_count;
  int (*call)(const ulpgate_call* call, ulpgate_reply* reply); /* returns enum ulpgate_status */
} ulpgate_plugin;

/* Operations with a state. Calls of one object come one at a time, those of several objects in any order. */
typedef struct ulpgate_objects {
  uint32_t struct_size;                                                             /* sizeof(ulpgate_objects) */
  int (*create)(const ulpgate_call* call, void** object, ulpgate_reply* reply);     /* *object counts where the answer is ULPGATE_OK */
  int (*invoke)(void* object, const ulpgate_call* call, ulpgate_reply* reply);
  void (*destroy)(void* object);
} ulpgate_objects;

/* The symbol every plug-in exports. The result must stay valid until the process ends. */
ULPGATE_EXPORT const ulpgate_plugin* ulpgate_plugin_entry(void);
/* The symbol that one exports, too, which offers operations with a state. */
ULPGATE_EXPORT const ulpgate_objects* ulpgate_objects_entry(void);

#ifdef __cplusplus
}
#endif

#endif
