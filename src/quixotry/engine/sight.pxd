from quixotry.engine.generator cimport Generator
from quixotry.lexicon.bits cimport int32_t, uint8_t, uint32_t, uint64_t

cdef uint64_t mix(uint64_t word) noexcept nogil
cdef double ease(Generator gen, size_t index, double *found, double *seen, uint64_t key) noexcept nogil
