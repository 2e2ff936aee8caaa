// What PyTorch's autocast does to the formats of results, written from its lists: first inputs are cast, then
// they are promoted.
#include "kernels/adapters/host/autocast.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace ulpgate::host {
namespace {

/// By width; equal widths are fp16 and bf16.
enum class Type : std::int32_t { none, fp16, bf16, fp32, fp64 };

Type type_of(const Format& f) {
  return f.name == "fp16"   ? Type::fp16
         : f.name == "bf16" ? Type::bf16
         : f.name == "fp32" ? Type::fp32
                            : Type::fp64;
}

bool is_narrow(Type t) { return t == Type::fp16 || t == Type::bf16; }

Type wider(Type a, Type b) {
  if (a != b && is_narrow(a) && is_narrow(b)) return Type::fp32;
  return std::max(a, b);
}

/// Names between spaces.
struct Lists {
  std::string_view low, fp32, fp32_dtype, widest, banned;
};

constexpr Lists cuda{
    .low =
        " _convolution conv1d conv2d conv3d conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d "
        "convolution "
        "cudnn_convolution cudnn_convolution_transpose prelu addmm addmv addr matmul einsum mm mv "
        "linalg_vecdot linear "
        "addbmm baddbmm bmm chain_matmul linalg_multi_dot _thnn_fused_lstm_cell _thnn_fused_gru_cell "
        "lstm_cell gru_cell "
        "rnn_tanh_cell rnn_relu_cell _scaled_dot_product_flash_attention scaled_dot_product_attention ",
    .fp32 =
        " acos asin cosh erfinv exp expm1 log log10 log2 log1p reciprocal rsqrt sinh tan pow softplus "
        "layer_norm "
        "native_layer_norm group_norm frobenius_norm nuclear_norm cosine_similarity poisson_nll_loss "
        "cosine_embedding_loss nll_loss nll_loss2d hinge_embedding_loss kl_div l1_loss smooth_l1_loss "
        "huber_loss "
        "mse_loss margin_ranking_loss multilabel_margin_loss soft_margin_loss triplet_margin_loss "
        "multi_margin_loss "
        "binary_cross_entropy_with_logits dist pdist cdist renorm logsumexp upsample_nearest1d "
        "upsample_nearest2d "
        "upsample_nearest3d _upsample_nearest_exact1d _upsample_nearest_exact2d _upsample_nearest_exact3d "
        "upsample_linear1d upsample_bilinear2d _upsample_bilinear2d_aa upsample_trilinear3d "
        "upsample_bicubic2d "
        "_upsample_bicubic2d_aa ",
    .fp32_dtype = " prod softmax log_softmax cumprod cumsum linalg_vector_norm linalg_matrix_norm sum norm ",
    .widest = " addcdiv addcmul atan2 bilinear cross dot vdot grid_sampler index_put tensordot scatter_add ",
    .banned = " binary_cross_entropy "};

constexpr Lists cpu{
    .low =
        " conv1d conv2d conv3d bmm mm linalg_vecdot baddbmm addmm _addmm_activation addbmm linear "
        "_convolution matmul "
        "conv_tbc mkldnn_rnn_layer conv_transpose1d conv_transpose2d conv_transpose3d prelu "
        "scaled_dot_product_attention _native_multi_head_attention ",
    .fp32 =
        " avg_pool3d binary_cross_entropy grid_sampler polar prod quantile nanquantile stft cdist trace "
        "view_as_complex cholesky inverse lu_solve orgqr ormqr pinverse max_pool3d max_unpool2d max_unpool3d "
        "adaptive_avg_pool3d reflection_pad1d reflection_pad2d replication_pad1d replication_pad2d "
        "replication_pad3d "
        "mse_loss cross_entropy_loss ctc_loss kl_div binary_cross_entropy_with_logits "
        "multilabel_margin_loss_forward fake_quantize_per_tensor_affine geqrf _lu_with_info qr svd "
        "triangular_solve "
        "fractional_max_pool2d fractional_max_pool3d adaptive_max_pool3d ",
    .fp32_dtype = "",
    .widest = " stack cat index_copy ",
    .banned = ""};

bool has(std::string_view list, std::string_view name) {
  return list.find(" " + std::string(name) + " ") != std::string_view::npos;
}

class Region : public StatefulObject {
 public:
  Region(const Lists& lists, Type low) : lists_(lists), low_(low) {}

  Reply call(const Call& call) override {
    const Tensor* const result = call.tensor("result");
    std::vector<Type> inputs;
    for (const Tensor& t : call.tensors) {
      if (t.name.starts_with("input")) inputs.push_back(type_of(*t.format));
    }
    if (result == nullptr || inputs.empty()) return {Status::invalid, "an operation has inputs and a result"};
    const Scalar *const dtype = call.scalar("dtype"), *const in_place = call.scalar("in_place");
    Type type = Type::none;
    if (in_place == nullptr || in_place->bits == 0) {
      if (has(lists_.banned, call.operation)) return {Status::invalid, "banned"};
      if (dtype == nullptr && has(lists_.widest, call.operation) && is_mixed(inputs))
        return {Status::invalid, "mixed"};
      type = dtype != nullptr ? static_cast<Type>(dtype->bits) : result_of(call.operation, inputs);
    }
    std::memcpy(result->data, &type, sizeof type);
    return {};
  }

 private:
  static Type widest(const std::vector<Type>& inputs) {
    Type type = inputs.front();
    for (const Type t : inputs) type = wider(type, t);
    return type;
  }

  /// fp64 is never cast.
  static Type cast(std::vector<Type> inputs, Type to) {
    for (Type& t : inputs) t = t == Type::fp64 ? t : to;
    return widest(inputs);
  }

  /// Whether the other narrow type comes before any fp32.
  bool is_mixed(const std::vector<Type>& inputs) const {
    const auto fp32 = std::find(inputs.begin(), inputs.end(), Type::fp32);
    return std::any_of(inputs.begin(), fp32, [&](Type t) { return is_narrow(t) && t != low_; });
  }

  Type result_of(std::string_view operation, const std::vector<Type>& inputs) const {
    if (has(lists_.low, operation)) return cast(inputs, low_);
    if (has(lists_.fp32, operation)) return cast(inputs, Type::fp32);
    if (has(lists_.fp32_dtype, operation)) return inputs.front() == Type::fp64 ? Type::fp64 : Type::fp32;
    if (has(lists_.widest, operation)) {
      const bool any_fp32 = std::find(inputs.begin(), inputs.end(), Type::fp32) != inputs.end();
      return cast(inputs, any_fp32 ? Type::fp32 : low_);
    }
    return widest(inputs);
  }

  const Lists& lists_;
  Type low_;
};

Offer offer(const char* device, const char* low) {
  return {"autocast",
          device,
          {{"low", low}},
          {{"device", device}},
          {{"function", "autocast's lists in plain C++"}}};
}

}  // namespace

std::vector<Offer> autocast_offers() {
  return {offer("cuda", "fp16"), offer("cuda", "bf16"), offer("cpu", "bf16"), offer("cpu", "fp16")};
}

Reply create_autocast(const Call& call, std::unique_ptr<StatefulObject>& object) {
  object =
      std::make_unique<Region>(call.variant == "cuda" ? cuda : cpu, type_of(*call.tensor("low")->format));
  return {};
}

}  // namespace ulpgate::host
