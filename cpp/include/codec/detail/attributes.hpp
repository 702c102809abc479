#pragma once

// Short vectors are copied as blocks of 16 bytes, which reads bytes after the vector that are in the same page. Sanitizers report this, and so does
// valgrind's memcheck, for which a program can define CODEC_EXACT_READS. ARM processors can check the tags of memory, so blocks are only for x86.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define CODEC_EXACT_READS
#endif
#endif
#if defined(__SSE2__) && !defined(CODEC_EXACT_READS) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CODEC_COPIES_BLOCKS
#endif

#if defined(__GNUC__)
#define CODEC_COLD [[gnu::cold, gnu::noinline]]
#define CODEC_ALWAYS_INLINE [[gnu::always_inline]] inline
#define CODEC_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define CODEC_ASSUME(condition) ((condition) ? void() : __builtin_unreachable())
#else
#define CODEC_COLD
#define CODEC_ALWAYS_INLINE inline
#define CODEC_LIKELY(condition) (condition)
#define CODEC_ASSUME(condition) void()
#endif
