using System;
using Google.FlatBuffers;

namespace Game.Samples;

/// <summary>One message that tests, benchmarks and the C++ fixtures share: its values are the same in each.</summary>
/// <param name="Name">The name of its file in schemas/golden, without the extension.</param>
/// <param name="PacketId">The id in its packet's header.</param>
/// <param name="Build">Builds it into an empty builder and finishes that.</param>
public sealed record GameMessage(string Name, ushort PacketId, Action<FlatBufferBuilder> Build)
{
    /// <summary>The name, as test cases show it.</summary>
    public override string ToString() => Name;
}
