#include "span_17.hpp"

codec::Packet decode_in_17(codec::ByteSpan bytes) { return codec::decode(bytes).packet; }
