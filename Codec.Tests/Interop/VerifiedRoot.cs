namespace Codec.Tests.Interop;

/// <summary>What a buffer is verified as; the order is that of cpp/tests/verifier/verifier_server.cpp.</summary>
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
