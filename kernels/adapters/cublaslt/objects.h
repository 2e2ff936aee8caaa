#pragma once
// cuBLASLt's handles and descriptors, with owners; and its errors.
#include <cstdint>
#include <cublasLt.h>
#include <stdexcept>

namespace ulpgate::cublaslt {

/// A cuBLASLt call that failed.
class CublasLtError : public std::runtime_error {
 public:
  CublasLtError(cublasStatus_t status, const char* call);
  /// Whether the library says that it does not do this, and nothing went wrong.
  bool is_refusal() const;

 private:
  cublasStatus_t status_;
};

void check_lt(cublasStatus_t status, const char* call);

class Handle {
 public:
  Handle();
  ~Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  cublasLtHandle_t get() const { return handle_; }

 private:
  cublasLtHandle_t handle_ = nullptr;
};

/// A column-major matrix in memory.
class Layout {
 public:
  Layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns, std::int64_t leading_dimension,
         std::int64_t batch, std::int64_t batch_stride);
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;
  cublasLtMatrixLayout_t get() const { return layout_; }

 private:
  cublasLtMatrixLayout_t layout_ = nullptr;
};

class Descriptor {
 public:
  Descriptor(cublasComputeType_t compute, cudaDataType_t scale);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  cublasLtMatmulDesc_t get() const { return descriptor_; }
  /// `value` must have the attribute's type (cublasLt.h).
  template <typename Value>
  void set(cublasLtMatmulDescAttributes_t attribute, const Value& value) {
    check_lt(cublasLtMatmulDescSetAttribute(descriptor_, attribute, &value, sizeof value),
             "cublasLtMatmulDescSetAttribute");
  }

 private:
  cublasLtMatmulDesc_t descriptor_ = nullptr;
};

class Preference {
 public:
  Preference();
  ~Preference();
  Preference(const Preference&) = delete;
  Preference& operator=(const Preference&) = delete;
  cublasLtMatmulPreference_t get() const { return preference_; }
  template <typename Value>
  void set(cublasLtMatmulPreferenceAttributes_t attribute, const Value& value) {
    check_lt(cublasLtMatmulPreferenceSetAttribute(preference_, attribute, &value, sizeof value),
             "cublasLtMatmulPreferenceSetAttribute");
  }

 private:
  cublasLtMatmulPreference_t preference_ = nullptr;
};

}  // namespace ulpgate::cublaslt
