# What the names of cdefs.py are in C. The only declarations written by hand; all others are in the modules themselves.
from libc.math cimport erfc, exp, sqrt
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #include <string.h>
    #include <time.h>
    // Not where the sanitizers watch: around memory of calloc they see what goes too far.
    #if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
    #include <sys/mman.h>
    #define QX_HUGE_PAGES
    #endif
    #define QX_M32 0xffffffffu
    #define QX_M64 0xffffffffffffffffull
    #define QX_ONE 1ull
    #define QX_FNV 0x100000001b3ull
    #define QX_STEP 0x9e3779b97f4a7c15ull
    static inline uint64_t qx_splitmix(uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    static inline double qx_monotonic(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec + now.tv_nsec * 1e-9;
    }
    typedef int32_t qx_eight __attribute__((vector_size(32), aligned(4)));
    typedef int32_t qx_four __attribute__((vector_size(16), aligned(4)));
    static inline int32_t qx_dot10(const int32_t *a, const int32_t *b) {
        qx_eight products = *(const qx_eight *)a * *(const qx_eight *)b;
        qx_four low, high;
        memcpy(&low, &products, 16);
        memcpy(&high, (const char *)&products + 16, 16);
        low += high;
        low += (qx_four){low[2], low[3]};
        int32_t total = low[0] + low[1];
        return a[8] ? total + a[8] * b[8] + a[9] * b[9] : total;
    }
    static inline uint64_t qx_load(const uint64_t *place) { return __atomic_load_n(place, __ATOMIC_RELAXED); }
    static inline void qx_store(uint64_t *place, uint64_t word) {
        __atomic_store_n(place, word, __ATOMIC_RELAXED);
    }
    static inline void *qx_zeroed(size_t bytes) { return calloc(bytes ? bytes : 1, 1); }
    static inline void *qx_pages(size_t bytes) {
    #ifdef QX_HUGE_PAGES
        void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return NULL;
        madvise(memory, bytes, MADV_HUGEPAGE);
        return memory;
    #else
        return calloc(bytes, 1);
    #endif
    }
    static inline void qx_free_pages(void *memory, size_t bytes) {
    #ifdef QX_HUGE_PAGES
        if (memory) munmap(memory, bytes);
    #else
        free(memory);
    #endif
    }
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
    const uint64_t FNV "QX_FNV"
    const uint64_t SPLITMIX_STEP "QX_STEP"
    uint64_t splitmix "qx_splitmix"(uint64_t) nogil
    double monotonic "qx_monotonic"() nogil
    int32_t dot10 "qx_dot10"(const int32_t *, const int32_t *) nogil
    uint64_t load_word "qx_load"(const uint64_t *) nogil
    void store_word "qx_store"(uint64_t *, uint64_t) nogil
    void *zeroed "qx_zeroed"(size_t) nogil
    void *pages "qx_pages"(size_t) nogil
    void free_pages "qx_free_pages"(void *, size_t) nogil
    void prefetch "__builtin_prefetch"(const void *) nogil
    void *regrown "qx_regrown"(void *, size_t, size_t) nogil
    void free(void *) nogil
