// Written by `codec gen cpp` from packets.fbs. Do not edit.
#pragma once

#include "packets_generated.h"
