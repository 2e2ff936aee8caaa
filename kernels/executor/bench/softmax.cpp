// For the executor.
#include "kernels/executor/bench/softmax.cu"
