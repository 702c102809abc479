using System;
using System.Globalization;
using System.Linq;
using System.Reflection;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using Codec.Tests.GeneratedCode.RandomSchemas;
using Codec.Tests.Schema;
using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Everything that views offer, on bytes that are no payload any more: nothing throws, nothing is read outside, and what is read depends on the
/// payload alone. Code for it is written and compiled here from the views themselves, so that it leaves none out.
/// </summary>
[TestFixture]
internal sealed class TotalReadingTests
{
    private const string CountVariable = "CODEC_MUTANTS";
    private const string SeedVariable = "CODEC_MUTANT_SEED";
    private const string Here = "Codec.Tests/GeneratedCode/TotalReading";

    // Room before and after the payload that must not be looked at.
    private const int Around = 64;

    // Small payloads, of which most bytes matter.
    private const int MaxDepth = 2;

    private static readonly string[] Files =
    [
        "schemas/game.fbs", "schemas/test_packet.fbs", "schemas/coverage/coverage.fbs",
        .. new[] { "everything", "modern", "keys", "limits", "evolution", "shared" }.Select(name => $"Codec.Tests/GeneratedCode/Schemas/{name}.fbs"),
    ];

    private static readonly string[] Roots =
    [
        "Game.Login", "Game.Move", "Game.Spawn", "Game.Chat", "Game.Inventory", "Game.Snapshot", "Game.TestPacket",
        "Codec.Tests.Every.Root", "Codec.Tests.Every.Numbers", "Codec.Tests.Every.Optionals", "Codec.Tests.Every.Vectors", "Codec.Tests.Every.Strict",
        "Codec.Tests.Every.Node", "Codec.Tests.Every.Big", "Codec.Tests.Every.Nothing", "Coverage.Everything", "Coverage.UnionVector",
        "Codec.Tests.Keys.Shelf", "Codec.Tests.Limits.Chain", "Codec.Tests.Modern.Greeting", "Codec.Tests.Newer.Player", "Shared.Page",
    ];

    private static readonly Lazy<(SchemaModel Model, Assembly Assembly, SchemaValues Values)> Compiled = new(Compile);

    private static int Count => Number(CountVariable) ?? 20_000;

    [TestCaseSource(nameof(Roots))]
    public void Nothing_throws_and_nothing_is_read_outside(string root)
    {
        int seed = Number(SeedVariable) ?? Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"{SeedVariable}={seed}");
        Random random = new(seed);
        Func<byte[], int, int, ulong> walk = WalkOf(root);
        byte[] payload = [];
        for (int i = 0; i < Count; i++)
        {
            if (i % 50 == 0)
            {
                payload = Payload(root, random, isForeign: i % 100 == 0);
            }

            byte[] mutant = PayloadMutator.Mutate(payload, random);
            try
            {
                // Other bytes around it, and an odd address: nothing of that shows.
                Assert.That(WalkAmong(walk, mutant, Around, 0x00), Is.EqualTo(WalkAmong(walk, mutant, Around + 1, 0xFF)));
            }
            catch (Exception exception) when (exception is not AssertionException)
            {
                Assert.Fail($"{root}: {Convert.ToHexString(mutant)}\n{exception}");
            }
        }
    }

    [TestCaseSource(nameof(Roots))]
    public void Every_length_of_a_payload_is_walked_through(string root)
    {
        Func<byte[], int, int, ulong> walk = WalkOf(root);
        foreach (bool isForeign in (bool[])[false, true])
        {
            byte[] payload = Payload(root, new Random(3), isForeign);
            for (int length = 0; length <= payload.Length; length++)
            {
                Assert.That(WalkAmong(walk, payload[..length], Around, 0x00), Is.EqualTo(WalkAmong(walk, payload[..length], Around + 1, 0xFF)), $"{length} bytes");
            }
        }
    }

    [TestCase(-1, 4)]
    [TestCase(0, 9)]
    [TestCase(8, 1)]
    public void A_span_outside_is_noticed(int start, int length)
    {
        byte[] memory = new byte[32];
        Assert.That(() => new Walk(memory, 16, 8).Inside<byte>(memory.AsSpan(16, 8)), Throws.Nothing);
        Assert.That(() => new Walk(memory, 16, 8).Inside<byte>(memory.AsSpan(16 + start, length)), Throws.InvalidOperationException);
    }

    private static int? Number(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    private static ulong WalkAmong(Func<byte[], int, int, ulong> walk, byte[] payload, int start, byte around)
    {
        byte[] memory = new byte[payload.Length + (2 * Around)];
        Array.Fill(memory, around);
        payload.CopyTo(memory, start);
        return walk(memory, start, payload.Length);
    }

    private static Func<byte[], int, int, ulong> WalkOf(string root) => Compiled.Value.Assembly.GetType(typeof(Walk).Namespace + ".Walkers", throwOnError: true)!
        .GetMethod($"Root{Array.IndexOf(Roots, root)}")!.CreateDelegate<Func<byte[], int, int, ulong>>();

    // As the generated writer lays it out, or as another builder does, in any order.
    private static byte[] Payload(string root, Random random, bool isForeign)
    {
        (SchemaModel model, Assembly assembly, SchemaValues values) = Compiled.Value;
        PlainType plain = new(assembly.GetType(root, throwOnError: true)!);
        object value = values.Fill(plain.Type, random, neverEmpty: isForeign, MaxDepth);
        return isForeign
            ? new RuntimeWriter(model, random).Write(value, model.Tables.Single(table => table.FullName == root), Identifier(model, root))
            : plain.Write(value);
    }

    private static string? Identifier(SchemaModel model, string root) => model.Files.SingleOrDefault(file => file.RootType == root)?.FileIdentifier;

    private static (SchemaModel Model, Assembly Assembly, SchemaValues Values) Compile()
    {
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile(
            Files.Select(file => SchemaText.Read(Repository.PathOf(file))!), SchemaText.Read, [Repository.PathOf("schemas")]));
        SchemaModel model = result.Model ?? throw new InvalidOperationException(string.Join('\n', result.Diagnostics.Select(diagnostic => diagnostic.Message)));
        string[] generated = [.. CSharpEmitter.Emit(model).Select(file => file.Text)];
        string walkers = new WalkerText(InMemoryCompilation.Create("Views", generated, LanguageVersion.CSharp14), model).Write(Roots);
        Assembly assembly = InMemoryCompilation.Load("TotalReading", [.. generated, Repository.Read(Here + "/Walk.cs"), walkers], LanguageVersion.CSharp14);
        return (model, assembly, new SchemaValues(model, assembly));
    }

}
