// Written by `codec gen cpp-flatc` from packets.fbs. Do not edit.
#pragma once

#include "packets_generated.h"
