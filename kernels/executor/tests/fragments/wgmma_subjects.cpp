// For the executor.
#include "kernels/executor/tests/fragments/wgmma_subjects.cu"
