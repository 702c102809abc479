@0xdc553f4aed03351d;
# The sample messages of schemas/*.fbs, as Cap'n Proto says them. A group is stored in its struct; a field that is a struct would be a
# pointer.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("game_capnp");

struct TestPacket {
  msg @0 :Text;
  number @1 :Int32;
}

struct Move {
  entity @0 :UInt32;
  position :group {
    x @1 :Float32;
    y @2 :Float32;
    z @3 :Float32;
  }
  rotation :group {
    x @4 :Float32;
    y @5 :Float32;
    z @6 :Float32;
    w @7 :Float32;
  }
  velocity :group {
    x @8 :Float32;
    y @9 :Float32;
    z @10 :Float32;
  }
  time @11 :Float64;
}

enum ChatChannel {
  say @0;
  party @1;
  guild @2;
  whisper @3;
}

struct Chat {
  channel @0 :ChatChannel;
  sender @1 :Text;
  text @2 :Text;
}

struct Item {
  id @0 :UInt32;
  count @1 :UInt16;
  name @2 :Text;
  modifiers @3 :List(Int16);
}

struct Inventory {
  owner @0 :UInt64;
  items @1 :List(Item);
}

struct EntityState {
  entity @0 :UInt32;
  position :group {
    x @1 :Float32;
    y @2 :Float32;
    z @3 :Float32;
  }
  rotation :group {
    x @4 :Float32;
    y @5 :Float32;
    z @6 :Float32;
    w @7 :Float32;
  }
  health @8 :Int16;
  flags @9 :UInt16;
}

struct Snapshot {
  tick @0 :UInt32;
  entities @1 :List(EntityState);
}
