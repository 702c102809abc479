#pragma once

#include <codec/codec.hpp>

/// Decodes a packet in a file that is compiled as C++17.
codec::Packet decode_in_17(codec::ByteSpan bytes);
