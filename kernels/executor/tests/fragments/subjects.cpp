// For the executor.
#include "kernels/executor/tests/fragments/subjects.cu"
