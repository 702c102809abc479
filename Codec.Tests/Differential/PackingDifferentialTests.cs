namespace Codec.Tests.Differential;

/// <summary>Tests that both languages pack payloads to the same bytes, and accept and read the same mutants of these.</summary>
public sealed class PackingDifferentialTests
{
    /// <summary>The variable with the number of payloads, which is also the number of mutants. docs/interop.md describes the long run.</summary>
    private const string CountVariable = "CODEC_DIFFERENTIAL_PAYLOADS";

    private const int RandomSchemas = 4;

    private readonly Dictionary<PacketError, int> _seen = [];

    [Test]
    public void CSharp_and_Cpp_pack_the_same_bytes_and_accept_the_same_mutants()
    {
        Random random = new(RandomCases.Seed());
        int count = Math.Max(1, RandomCases.Count(CountVariable, 10_000) / CompiledRoots.Names.Count);
        using CppPacker cpp = new();
        foreach (string root in CompiledRoots.Names)
        {
            CompiledRoots roots = CompiledRoots.Instance;
            byte[][] payloads = [.. Enumerable.Range(0, count).Select(i => roots.Payload(root, random, isForeign: i % 2 == 1))];
            Compare(cpp, roots.Index, roots.MessageOf(root), payloads, random);
        }

        foreach (string name in new[] { "inventory", "snapshot", "snapshot_large" })
        {
            byte[] packet = GoldenFiles.ReadBytes($"generated/{name}.bin");
            PayloadMessage message = CompiledRoots.Instance.MessageOf(name == "inventory" ? "Game.Inventory" : "Game.Snapshot");
            Compare(cpp, CompiledRoots.Instance.Index, message, [packet[PacketHeader.ByteCount..]], random);
        }

        RandomSchema[] schemas = [.. Enumerable.Range(0, RandomSchemas).Select(_ => new RandomSchema(random.Next()))];
        Assembly assembly = InMemoryCompilation.Load("PackingDifferential", schemas.SelectMany(schema => schema.Sources));
        foreach (RandomSchema schema in schemas)
        {
            schema.Use(assembly);
            PayloadSchema interpreter = new(schema.Model);
            foreach (TableDefinition table in schema.Model.Tables)
            {
                Compare(
                    cpp, new SchemaIndex(schema.Model), interpreter[table.FullName], new RandomPayloads(schema, table, assembly, random, 20).Ours, random);
            }
        }

        cpp.Complete();
        TestContext.Out.WriteLine(string.Join(", ", _seen.OrderBy(pair => pair.Key).Select(pair => $"{pair.Key} {pair.Value}")));
        Assert.That(
            _seen.Keys,
            Is.EquivalentTo(new[] { PacketError.None, PacketError.PayloadTooLarge, PacketError.PackedInvalid, PacketError.PackedTruncated }));
    }

    [Test]
    public void CSharp_and_Cpp_pack_the_same_differences_and_accept_the_same_mutants()
    {
        Random random = new(RandomCases.Seed());
        int count = Math.Max(1, RandomCases.Count(CountVariable, 10_000) / CompiledRoots.Names.Count);
        using CppPacker cpp = new();
        foreach (string root in CompiledRoots.Names)
        {
            for (int i = 0; i < count; i++)
            {
                // The same values in another layout, or other values.
                int seed = random.Next();
                byte[] payload = CompiledRoots.Instance.Payload(root, new Random(seed), isForeign: i % 2 == 1);
                byte[] baseline = CompiledRoots.Instance.Payload(root, new Random(i % 4 == 0 ? seed : random.Next()), isForeign: i % 3 == 1);
                CompareDifferences(cpp, root, payload, baseline, random);
            }
        }

        cpp.Complete();
    }

    private static void CompareDifferences(CppPacker cpp, string root, byte[] payload, byte[] baseline, Random random)
    {
        PayloadMessage message = CompiledRoots.Instance.MessageOf(root);
        uint[] words = PackingShape.Of(CompiledRoots.Instance.Index, CompiledRoots.Instance.Index.Find(root), message.Table?.Layout.Identifier);
        PayloadShape shape = new(words);
        PayloadBytes own = new(ArrayPool<byte>.Shared);
        PayloadBytes kept = new(ArrayPool<byte>.Shared);
        own.Set(payload);
        kept.Set(baseline);
        byte[] packed = new byte[payload.Length + 1];
        Assert.That(PayloadWalk.OfThread.Pack(shape, own, kept, packed, out int written), Is.EqualTo(OperationStatus.Done));
        packed = packed[..written];
        byte[] theirs = cpp.Run(words, baseline, [payload], -1)[0].Bytes;
        Require(theirs.AsSpan().SequenceEqual(packed), $"after {Convert.ToHexString(baseline)} is packed to other bytes", message, payload);

        byte[][] changed = [packed, .. Enumerable.Range(0, 3).Select(_ => Mutate(random, packed))];
        int limit = payload.Length + baseline.Length;
        foreach ((int i, (PacketError error, byte[] unpacked)) in cpp.Run(words, baseline, changed, PackedPayload.GetMaxUnpackedSize(limit)).Index())
        {
            PacketError ours = PayloadWalk.OfThread.Unpack(shape, changed[i], kept, limit, own);
            bool isTooLarge = ours == PacketError.PayloadTooLarge || error == PacketError.PayloadTooLarge;
            Require(
                isTooLarge || (ours == PacketError.None) == (error == PacketError.None),
                $"after {Convert.ToHexString(baseline)} is unpacked with {ours}, and by C++ with {error}", message, changed[i]);
            if (i == 0)
            {
                Require(message.ToJson(own.Written.ToArray()) == message.ToJson(payload), "has other values in C#", message, payload);
                Require(message.ToJson(unpacked) == message.ToJson(payload), "has other values in C++", message, payload);
            }
            else if (ours == PacketError.None && !isTooLarge && !IsStored(changed[i]))
            {
                byte[] again = Pack(shape, own.Written.ToArray());
                Require(IsStored(again) || again.AsSpan().SequenceEqual(Pack(shape, unpacked)), "is unpacked to other values", message, changed[i]);
            }
        }
    }

    private void Compare(CppPacker cpp, SchemaIndex index, PayloadMessage message, byte[][] payloads, Random random)
    {
        uint[] words = PackingShape.Of(index, index.Find(message.FullName), message.Table?.Layout.Identifier);
        PayloadShape shape = new(words);
        byte[][] packed = [.. payloads.Select(payload => Pack(shape, payload))];
        foreach ((int i, (PacketError error, byte[] theirs)) in cpp.Run(words, [], payloads, -1).Index())
        {
            Require(error == PacketError.None && theirs.AsSpan().SequenceEqual(packed[i]), "is packed to other bytes", message, payloads[i]);
        }

        // Each has the room that the payload needs, or a third of that.
        int room = PackedPayload.GetMaxUnpackedSize(payloads.Max(payload => payload.Length));
        room = random.Next(4) == 0 ? room / 3 : room;
        byte[][] changed = [.. packed.Select((bytes, i) => i % 8 == 0 ? bytes : Mutate(random, bytes))];
        byte[] destination = new byte[room];
        foreach ((int i, (PacketError error, byte[] theirs)) in cpp.Run(words, [], changed, room).Index())
        {
            PacketError ours = PackedPayload.Unpack(shape, changed[i], destination, out int written);

            // The order of the checks may differ, and the sizes of the layouts.
            bool isTooLarge = ours == PacketError.PayloadTooLarge || error == PacketError.PayloadTooLarge;
            Require(
                isTooLarge || (ours == PacketError.None) == (error == PacketError.None), $"is unpacked with {ours}, and by C++ with {error}", message,
                changed[i]);
            byte[] payload = destination[..written];
            if (ours == PacketError.None && IsStored(changed[i]))
            {
                Require(payload.AsSpan().SequenceEqual(theirs), "is stored with other bytes", message, changed[i]);
            }
            else if (ours == PacketError.None && !isTooLarge)
            {
                byte[] again = Pack(shape, payload);
                Require(IsStored(again) || again.AsSpan().SequenceEqual(Pack(shape, theirs)), "is unpacked to other values", message, changed[i]);
                Require(message.Verify(payload) == message.Verify(theirs), "is unpacked to an invalid payload", message, changed[i]);
                Require(i % 8 != 0 || message.ToJson(theirs) == message.ToJson(payloads[i]), "has other values after unpacking", message, changed[i]);
            }

            _seen[ours] = _seen.GetValueOrDefault(ours) + 1;
        }
    }

    // The layouts of a stored payload are compared with nothing.
    private static bool IsStored(byte[] packed) => packed[0] == 1;

    private static byte[] Mutate(Random random, byte[] packed)
    {
        byte[] changed = random.Next(6) switch
        {
            0 => packed[..random.Next(packed.Length)],
            1 => [.. packed, (byte)random.Next(256)],
            _ => [.. packed],
        };
        for (int i = 0; i <= random.Next(2) && changed.Length > 0; i++)
        {
            changed[random.Next(Math.Min(changed.Length, 200))] ^= (byte)(1 << random.Next(8));
        }

        return changed;
    }

    private static void Require(bool holds, string what, PayloadMessage message, byte[] bytes) =>
        Assert.That(holds, Is.True, () => $"{message.FullName} {Convert.ToHexString(bytes)} {what}");

    private static byte[] Pack(PayloadShape shape, byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(shape, payload, packed, out int written), Is.EqualTo(OperationStatus.Done), () => Convert.ToHexString(payload));
        return packed[..written];
    }
}
