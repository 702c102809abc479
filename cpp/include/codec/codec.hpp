#pragma once

// The headers for packets, which require only the standard library. The headers that `codec gen cpp` generates include the headers that they require.
// codec/flatbuffers.hpp requires FlatBuffers.
#include "datagram_buffer.hpp"
#include "enums.hpp"
#include "overloaded.hpp"
#include "packed_payload.hpp"
#include "packet.hpp"
#include "packet_decoder.hpp"
#include "packet_dispatcher.hpp"
#include "packet_encoder.hpp"
#include "packet_format.hpp"
#include "packet_header.hpp"
#include "packet_list.hpp"
#include "packet_protocol.hpp"
#include "packet_push_decoder.hpp"
#include "packet_routes.hpp"
#include "packet_rules.hpp"
#include "packet_traits.hpp"
#include "packet_writer.hpp"
#include "payload.hpp"
#include "payload_shape.hpp"
#include "span.hpp"
