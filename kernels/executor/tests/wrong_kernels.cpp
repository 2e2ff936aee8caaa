// For the executor.
#include "kernels/executor/tests/wrong_kernels.cu"
