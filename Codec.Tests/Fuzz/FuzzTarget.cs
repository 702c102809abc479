using Codec.Schema.Format;
using Codec.Tests.Differential;
using Codec.Tests.Payloads;

namespace Codec.Tests.Fuzz;

/// <summary>
/// A function of hostile bytes, which throws if a result is wrong. <see cref="FuzzTargetTests"/> runs it on mutants, and <c>eng/deep fuzz</c> on inputs
/// that libFuzzer finds by the branches that they reach.
/// </summary>
/// <param name="Name">The name.</param>
/// <param name="Run">The function. It returns whether the input is valid.</param>
/// <param name="Seeds">Returns the first inputs. The first byte of most is the format or the message.</param>
internal sealed record FuzzTarget(string Name, Func<byte[], bool> Run, Func<Random, IEnumerable<byte[]>> Seeds)
{
    // The largest payload in bytes. Larger ones would only make each run slower.
    private const int Limit = 4096;

    // The number of bytes before and after a payload, which must not be read.
    private const int Around = 64;

    private static readonly FuzzTarget[] All =
    [
        new("decode", Decode, random => Enumerable.Range(0, 200).Select(i => (byte[])[(byte)i, (byte)random.Next(64), .. StreamCase.Random(random).Bytes])),
        new("views", Read, random => OfRoots(random, (_, payload) => payload)),
        new("packed", Unpack, random => OfRoots(random, (root, payload) => PackedShapes.Pack(Shape(root), payload))),
        new("delta", UnpackDelta, random => OfRoots(random, (root, payload) => Packets(root, payload).Second[DeltaBaselines.HeaderSize..])),
        new("json", ReadJson, random => OfRoots(random, (root, payload) => Encoding.UTF8.GetBytes(Message(root).ToJson(payload)))),
        new("schema", Compile, _ => SchemaCorpus.Names.Select(name => Encoding.Latin1.GetBytes(SchemaCorpus.TextOf(name)))),
    ];

    private static readonly StreamDriver[] Drivers = [new PushDriver(), new PushArrayDriver(), new AppendDriver(), new SequenceDriver()];
    private static readonly ConcurrentDictionary<string, PayloadShape> Shapes = [];
    private static readonly ConcurrentDictionary<string, (byte[] First, byte[] Second)> Deltas = [];

    /// <summary>Gets the names of the targets.</summary>
    public static IEnumerable<string> Names => All.Select(target => target.Name);

    private static IReadOnlyList<string> Roots => CompiledRoots.Names;

    public static FuzzTarget Find(string name) => All.Single(target => target.Name == name);

    // The second byte is how the bytes are split.
    private static bool Decode(byte[] input)
    {
        int bits = input.ElementAtOrDefault(0);
        PacketFormat format = new(
            (bits & 1) != 0, (bits & 2) != 0 ? 4 : 2, (bits & 4) != 0 ? 4 : 2, (bits & 8) != 0, (bits & 16) != 0, (bits & 32) != 0 ? 100 : Limit);
        Random random = new(input.ElementAtOrDefault(1));
        byte[] bytes = [.. input.Skip(2)];
        List<byte[]> chunks = [];
        for (int start = 0; start < bytes.Length; start += chunks[^1].Length)
        {
            chunks.Add(bytes[start..Math.Min(bytes.Length, start + random.Next(1 << random.Next(1, 8)))]);
        }

        Decoding expected = new SpanDriver().Decode([bytes], format);
        foreach (StreamDriver driver in Drivers)
        {
            Decoding decoding = driver.Decode(chunks, format);
            Require(decoding.IsSameAs(expected), $"{driver}: {decoding.Error} at {decoding.Position}, not {expected.Error} at {expected.Position}");
            Require(decoding.Outstanding == 0, $"{driver}: memory is not returned");
        }

        return expected.Error == PacketError.None;
    }

    // Different bytes around the payload and an odd address must not change the result.
    private static bool Read(byte[] input) => OfRoot(input, (root, payload) =>
    {
        Func<byte[], int, int, ulong> walk = CompiledRoots.Instance.WalkOf(root);
        byte[] among = [.. new byte[Around], .. payload, .. new byte[Around]];
        byte[] amongOthers = [.. Enumerable.Repeat((byte)0xFF, Around + 1), .. payload, .. Enumerable.Repeat((byte)0xFF, Around)];
        Require(walk(among, Around, payload.Length) == walk(amongOthers, Around + 1, payload.Length), "bytes around the payload are read");
        bool isValid = (CompiledRoots.Instance.ContentOf(root)(among, Around, payload.Length) & 1) != 0;
        Require(Print(root, payload) == isValid, "the interpreter differs from generated code");
        OperationStatus status = PackedPayload.Pack(Shape(root), payload, new byte[PackedPayload.GetMaxPackedSize(payload.Length)], out _);
        Require(status == OperationStatus.Done || (status == OperationStatus.InvalidData && !isValid), $"packing is {status}");
        return isValid;
    });

    private static bool Print(string root, byte[] payload)
    {
        PayloadMessage message = Message(root);
        bool isValid = message.Verify(payload);
        using MemoryStream json = new();
        using Utf8JsonWriter writer = new(json, PayloadJsonWriter.Options);
        bool isWritten = message.TryWriteJson(payload, writer, out PayloadProblem? problem);
        writer.Flush();
        message.Explain(payload);
        Require(isWritten == isValid || (isValid && problem!.Error == PacketError.PayloadTooLarge), $"{problem}, but Verify is {isValid}");
        if (isWritten)
        {
            Require(message.TryReadJson(json.ToArray(), new ArrayBufferWriter<byte>(), out JsonException? error), $"{error}");
        }

        return isValid;
    }

    // A nested payload may be an array of any bytes.
    private static bool ReadJson(byte[] input) => OfRoot(input, (root, json) =>
    {
        ArrayBufferWriter<byte> payload = new();
        bool isValid = Message(root).TryReadJson(json, payload, out _) && Message(root).Verify(payload.WrittenSpan);
        string text = isValid ? Message(root).ToJson(payload.WrittenSpan) : "";
        Require(!isValid || Message(root).ToJson(Message(root).FromJson(text)) == text, "the JSON is read as another payload");
        return isValid;
    });

    private static bool Unpack(byte[] input) => OfRoot(input, (root, packed) =>
    {
        CountingPool pool = new();
        PayloadBytes unpacked = new(pool);
        PacketError error = PayloadWalk.OfThread.Unpack(Shape(root), packed, null, Limit, unpacked);
        byte[] payload = unpacked.Written.ToArray();
        Require(unpacked.Bytes.Length <= 4 * PackedPayload.GetMaxUnpackedSize(Limit), "too much memory");
        unpacked.Release();
        Require(pool.Outstanding == 0, "memory is not returned");
        return error == PacketError.None && RoundTrip(root, payload);
    });

    private static bool UnpackDelta(byte[] input) => OfRoot(input, (root, packed) =>
    {
        (byte[] first, byte[] second) = Deltas.GetOrAdd(root, root => Packets(root, First(root)));
        DeltaBaselines receiver = new(1);
        Require(receiver.Unpack(Shape(root), first, 1 << 20, out _, out _) == PacketError.None, "the first message is an error");
        byte[] packet = [.. second[..DeltaBaselines.HeaderSize], .. packed];
        return receiver.Unpack(Shape(root), packet, Limit, out byte[] bytes, out int size) == PacketError.None && RoundTrip(root, bytes[..size]);
    });

    private static bool RoundTrip(string root, byte[] payload)
    {
        Require(payload.Length <= PackedPayload.GetMaxUnpackedSize(Limit), "the payload is too large");
        bool isValid = Print(root, payload);
        if (isValid)
        {
            PackedShapes.RoundTrip(Shape(root), Message(root), payload);
        }

        return isValid;
    }

    // What compiles is also accepted by what writes code, and a schema that compiles still does after it was formatted.
    private static bool Compile(byte[] input)
    {
        SchemaSource source = SchemaSource.Decode("a.fbs", input);
        SchemaResult result = SchemaCompiler.Compile([source], _ => null);
        int length = source.Text.Length;
        Require(result.Model is not null || result.Diagnostics.Count > 0, "neither a model nor diagnostics");
        Require(result.Diagnostics.All(diagnostic => diagnostic.Span is { Start: >= 0, Length: >= 0, Line: >= 1, Column: >= 1 } span && span.Start + span.Length <= length), "a diagnostic is outside the text");
        byte[]? formatted = SchemaFormatter.Format("a.fbs", input, out _);
        Require(formatted is null || SchemaFormatter.Format("a.fbs", formatted, out _).AsSpan().SequenceEqual(formatted), "formatting again changes the schema");
        if (result.Model is null)
        {
            return false;
        }

        Require(SchemaCompiler.Compile([SchemaSource.Decode("a.fbs", formatted!)], _ => null).Model is not null, "the formatted schema does not compile");
        _ = CSharpEmitter.Check(result).Model is { } model ? CSharpEmitter.Emit(model) : default;
        _ = CppMessageEmitter.Check(result, CppOptions.Default).Model is { } cpp ? CppMessageEmitter.Emit(cpp, CppOptions.Default) : default;
        WiresharkEmitter.Emit(result.Model, new WiresharkOptions());
        _ = new PayloadSchema(result.Model);
        return true;
    }

    private static bool OfRoot(byte[] input, Func<string, byte[], bool> run) => input.Length > 0 && run(Roots[input[0] % Roots.Count], input[1..]);

    private static IEnumerable<byte[]> OfRoots(Random random, Func<string, byte[], byte[]> write) => Roots.SelectMany((root, index) =>
        Enumerable.Range(0, 8).Select(i => (byte[])[(byte)index, .. write(root, CompiledRoots.Instance.Payload(root, random, isForeign: i % 2 == 0))]));

    private static PayloadMessage Message(string root) => CompiledRoots.Instance.MessageOf(root);

    private static PayloadShape Shape(string root) => Shapes.GetOrAdd(root, PackedShapes.Of);

    private static byte[] First(string root) => CompiledRoots.Instance.Payload(root, new Random(1), isForeign: false);

    private static (byte[] First, byte[] Second) Packets(string root, byte[] second)
    {
        DeltaSender<DeltaMessage> sender = new();
        sender.Advance(new DeltaMessage(Shape(root), First(root), 1));
        byte[] first = DeltaPackingTests.Packet(sender.SinceLast);
        sender.Advance(new DeltaMessage(Shape(root), second, 1));
        return (first, DeltaPackingTests.Packet(sender.SinceLast));
    }

    private static void Require(bool condition, string what)
    {
        if (!condition)
        {
            throw new InvalidOperationException(what);
        }
    }
}
