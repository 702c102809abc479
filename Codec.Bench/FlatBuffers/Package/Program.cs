using Codec.Bench.FlatBuffers.Sides;

SideWorker.Run();
