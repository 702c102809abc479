namespace Codec.Tests.GeneratedCode.Mutants;

/// <summary>The messages of the mutant tests: the packets of the game, and the tables of everything.fbs.</summary>
internal static class MutantMessages
{
    private static readonly (string Schema, string[] Roots)[] Schemas =
    [
        (Repository.PathOf("schemas", "game.fbs"), ["Game.Login", "Game.Move", "Game.Spawn", "Game.Chat", "Game.Inventory", "Game.Snapshot"]),
        (Repository.PathOf("schemas", "test_packet.fbs"), ["Game.TestPacket"]),
        (EveryTable.Schema, [.. EveryTable.All.Select(type => type.FullName!)]),
    ];

    /// <summary>Gets the full names of the roots.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Schemas.SelectMany(schema => schema.Roots)];

    /// <summary>Compiles generated C++ that answers for each of the roots, by its index in <see cref="Names"/>.</summary>
    public static CppAnswers CompileCpp(IEnumerable<string> options) => CppAnswers.Of(Schemas.Select(schema => schema.Schema), Names, options);

    /// <summary>Returns a byte for each payload: 1 if the C++ verifier of FlatBuffers accepts it, 0 if not.</summary>
    public static Task<byte[]> VerifyAsync(string message, PayloadBlock payloads)
    {
        (string schema, string[] roots) = Schemas.Single(schema => schema.Roots.Contains(message));
        CppVerifier verifier = schema == EveryTable.Schema ? EveryTable.Cpp : CppVerifier.For(schema, [.. roots.Select(root => (root, (string?)null))]);
        return verifier.VerifyAsync(Array.IndexOf(roots, message), payloads);
    }
}
