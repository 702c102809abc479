// Written by `codec gen cpp` from packets.fbs. Do not edit.
#pragma once

#include <codec/json.hpp>
#include "packets_messages.hpp"
