extern alias packets;

using System;
using System.Collections.Generic;
using System.Linq;
using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>A generated type as the root of payloads: the tables of everything.fbs, and the packets of the game.</summary>
/// <param name="Type">The plain type.</param>
internal sealed record GeneratedMessage(Type Type)
{
    private static readonly HashSet<string> GameRequired = ["Game.Login.User", "Game.Login.Token"];

    private static readonly Type[] GameTypes =
        [typeof(P.Login), typeof(P.Move), typeof(P.Spawn), typeof(P.Chat), typeof(P.Inventory), typeof(P.Snapshot)];

    private static readonly Type[] SeedTypes = [typeof(P.TestPacket)];

    public static IEnumerable<GeneratedMessage> All { get; } = EveryTable.All.Concat(SeedTypes).Concat(GameTypes).Select(type => new GeneratedMessage(type)).ToArray();

    public object Fill(Random random) => Array.IndexOf(EveryTable.All, Type) >= 0 ? EveryTable.Fill(Type, random) : new RandomPlain(random, GameRequired).Fill(Type);

    /// <summary>What FlatBuffers' C++ verifier says.</summary>
    public bool[] VerifyInCpp(IReadOnlyCollection<byte[]> payloads)
    {
        int index = Array.IndexOf(EveryTable.All, Type);
        if (index >= 0)
        {
            return EveryTable.Cpp.Verify(index, payloads);
        }

        (string schema, Type[] types) = Array.IndexOf(SeedTypes, Type) >= 0 ? ("test_packet.fbs", SeedTypes) : ("game.fbs", GameTypes);
        CppVerifier cpp = CppVerifier.For(Repository.PathOf("schemas", schema), [.. types.Select(type => (type.FullName!, (string?)null))]);
        return cpp.Verify(Array.IndexOf(types, Type), payloads);
    }

    public override string ToString() => Type.FullName!;
}
