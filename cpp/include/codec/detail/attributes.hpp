#pragma once

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
