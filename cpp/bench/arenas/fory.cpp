#include "arena.hpp"
#include "fory_generated.h"
#include "fory_messages.hpp"

#define NUMERIC_STRUCT(F, V, N) F(f1) F(f2) F(f3) F(f4) F(f5) F(f6) F(f7) F(f8)
#define SAMPLE(F, V, N)                                                                                                                    \
  F(int_value)                                                                                                                             \
  F(long_value)                                                                                                                            \
  F(float_value) F(double_value) F(short_value) F(char_value) F(boolean_value) F(int_value_boxed) F(long_value_boxed) F(float_value_boxed) \
      F(double_value_boxed) F(short_value_boxed) F(char_value_boxed) F(boolean_value_boxed) F(int_array) F(long_array) F(float_array)      \
          F(double_array) F(short_array) F(char_array) F(boolean_array) F(text)
#define MEDIA(F, V, N) F(uri) F(title) F(width) F(height) F(format) F(duration) F(bytes) F(bitrate) F(has_bitrate) F(persons) F(player) F(copyright)
#define IMAGE(F, V, N) F(uri) F(title) F(width) F(height) F(size)
#define MEDIA_CONTENT(F, V, N) N(media) V(images)
#define VALUES(F, V, N) V(values)

ARENA_TABLE(Fory, NumericStruct, NUMERIC_STRUCT)
ARENA_TABLE(Fory, Sample, SAMPLE)
ARENA_TABLE(Fory, Media, MEDIA)
ARENA_TABLE(Fory, Image, IMAGE)
ARENA_TABLE(Fory, MediaContent, MEDIA_CONTENT)
ARENA_TABLE(Fory, StructList, VALUES)
ARENA_TABLE(Fory, SampleList, VALUES)
ARENA_TABLE(Fory, MediaContentList, VALUES)

static const bool is_added = bench::add_arena("fory_struct", arenas::Arena<ours::Fory::NumericStruct>::load) &&
                             bench::add_arena("fory_sample", arenas::Arena<ours::Fory::Sample>::load) &&
                             bench::add_arena("fory_media", arenas::Arena<ours::Fory::MediaContent>::load) &&
                             bench::add_arena("fory_structs", arenas::Arena<ours::Fory::StructList>::load) &&
                             bench::add_arena("fory_samples", arenas::Arena<ours::Fory::SampleList>::load) &&
                             bench::add_arena("fory_media_list", arenas::Arena<ours::Fory::MediaContentList>::load);
