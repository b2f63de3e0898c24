/* scan.c - find the next byte that ends a text or a value, for runs of more than sixteen bytes.
 * Two implementations, chosen at run time: AVX2 if the processor has it, the architecture's baseline vectors. A NUL
 * after the end may be noted, which costs a decoding and changes nothing. */
#include "html/scan.h"

const char *scan_sixteen(const char *p, const char *end, char c, unsigned *notes)
{
    for (; p < end; p += 16) {
        vec v = vec_load(p);
        uint64_t found = vec_mask(vec_is(v, c));
        uint64_t special = vec_mask(vec_or(vec_is(v, '&'), vec_is(v, 0)));
        uint64_t passed = mask_before(found); /* all, if there is none */
        if (special & passed)
            *notes |= notes_of(v, passed);
        if (found) {
            p += mask_first(found);
            break;
        }
    }
    return p < end ? p : end;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

__attribute__((target("avx2,bmi"))) static const char *scan_thirty_two(const char *p, const char *end, char c,
                                                                       unsigned *notes)
{
    __m256i wanted = _mm256_set1_epi8(c), ampersand = _mm256_set1_epi8('&'), zero = _mm256_setzero_si256();
    for (; p < end; p += 32) {
        __m256i v = _mm256_loadu_si256((const __m256i *)p);
        __m256i amp = _mm256_cmpeq_epi8(v, ampersand), nul = _mm256_cmpeq_epi8(v, zero);
        uint32_t found = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, wanted));
        uint32_t special = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(amp, nul));
        uint32_t passed = (found & -found) - 1; /* all, if there is none */
        if (special & passed) {
            *notes |= (uint32_t)_mm256_movemask_epi8(amp) & passed ? NOTE_AMPERSAND : 0u;
            *notes |= (uint32_t)_mm256_movemask_epi8(nul) & passed ? NOTE_NUL : 0u;
        }
        if (found) {
            p += __builtin_ctz(found);
            break;
        }
    }
    return p < end ? p : end;
}

scan_function scan_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") ? scan_thirty_two : NULL;
}
#else
scan_function scan_avx2(void)
{
    return NULL;
}
#endif

scan_function scan_choose(void)
{
    scan_function wide = scan_avx2();
    return wide ? wide : scan_sixteen;
}
