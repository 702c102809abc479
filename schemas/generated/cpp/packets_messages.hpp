// Written by `codec gen cpp` from packets.fbs. Do not edit.
#pragma once

#include <codec/generated_code.hpp>
