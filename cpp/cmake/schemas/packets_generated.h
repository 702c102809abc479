// What flatc writes for packets.fbs: nothing, because the file declares attributes alone. The generated header of a schema that includes
// packets.fbs includes this one.
#pragma once
