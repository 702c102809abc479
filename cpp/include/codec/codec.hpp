#pragma once

// Everything that needs only the standard library. codec/flatbuffers.hpp is for programs that have FlatBuffers.
#include "datagram_buffer.hpp"
#include "enums.hpp"
#include "packet.hpp"
#include "packet_decoder.hpp"
#include "packet_dispatch.hpp"
#include "packet_dispatcher.hpp"
#include "packet_encoder.hpp"
#include "packet_format.hpp"
#include "packet_header.hpp"
#include "packet_list.hpp"
#include "packet_push_decoder.hpp"
#include "packet_traits.hpp"
#include "packet_writer.hpp"
#include "payload.hpp"
#include "span.hpp"
