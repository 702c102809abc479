// Written by `codec gen cpp` from packets.fbs. Do not edit.
#pragma once

#include <codec/stream.hpp>
#include "packets_json.hpp"
