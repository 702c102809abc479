#pragma once

// The headers that generated headers (`codec gen cpp`) require.
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "boxed.hpp"
#include "generated/bit_flags.hpp"
#include "generated/quantization.hpp"
#include "generated/tables.hpp"
#include "message.hpp"
#include "packet_list.hpp"
#include "packet_protocol.hpp"
#include "packet_traits.hpp"
#include "payload_writer.hpp"
#include "span.hpp"
#include "union.hpp"
#include "vector_view.hpp"
#include "wire.hpp"
