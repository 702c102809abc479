namespace Codec.Tests.Interop;

/// <summary>The root type of a buffer to verify. The order is that of cpp/tests/verifier/verifier_server.cpp.</summary>
internal enum VerifiedRoot
{
    Everything,
    EverythingSizePrefixed,
    Words,
    UnionVector,
    TestPacket,
    Login,
    Move,
    Spawn,
    Chat,
    Inventory,
    Snapshot,
}
