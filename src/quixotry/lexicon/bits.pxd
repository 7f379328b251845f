# C's own types, builtins and constants for the compiled modules; bits.py is their Python twin.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #define QX_M32 0xffffffffu
    #define QX_M64 0xffffffffffffffffull
    #define QX_ONE 1ull
    #define QX_MIX_A 0xbf58476d1ce4e5b9ull
    #define QX_MIX_B 0x94d049bb133111ebull
    #define QX_MIX_STEP 0x9e3779b97f4a7c15ull
    #define QX_FNV 0x100000001b3ull
    typedef int32_t qx_eight __attribute__((vector_size(32), aligned(4)));
    typedef int32_t qx_four __attribute__((vector_size(16), aligned(4)));
    static inline int32_t qx_paired(const int32_t *a, int at, const int32_t *b, int from) {
        qx_eight products = *(const qx_eight *)(a + at) * *(const qx_eight *)(b + from);
        qx_four low, high;
        memcpy(&low, &products, 16);
        memcpy(&high, (const char *)&products + 16, 16);
        low += high;
        return low[0] + low[1] + low[2] + low[3] + a[at + 8] * b[from + 8] + a[at + 9] * b[from + 9];
    }
    static inline void *qx_zeroed(size_t bytes) { return calloc(bytes ? bytes : 1, 1); }
    static inline void *qx_regrown(void *old, size_t old_bytes, size_t bytes) {
        char *grown = (char *)realloc(old, bytes);
        if (grown && bytes > old_bytes) memset(grown + old_bytes, 0, bytes - old_bytes);
        return grown;
    }
    """
    int popcount "__builtin_popcountll"(uint64_t) nogil
    int ctz "__builtin_ctzll"(uint64_t) nogil
    const uint32_t M32 "QX_M32"
    const uint64_t M64 "QX_M64"
    const uint64_t ONE "QX_ONE"
    const uint64_t MIX_A "QX_MIX_A"
    const uint64_t MIX_B "QX_MIX_B"
    const uint64_t MIX_STEP "QX_MIX_STEP"
    const uint64_t FNV "QX_FNV"
    int32_t paired "qx_paired"(const int32_t *, int, const int32_t *, int) nogil
    void *zeroed "qx_zeroed"(size_t) nogil
    void *regrown "qx_regrown"(void *, size_t, size_t) nogil
    void free(void *) nogil
