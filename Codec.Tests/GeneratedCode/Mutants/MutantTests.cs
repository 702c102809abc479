namespace Codec.Tests.GeneratedCode.Mutants;

/// <summary>
/// Tests mutants of payloads: generated C# and generated C++ have the same results, and accept no payload that the C++ verifier of FlatBuffers rejects.
/// The C++ program uses the address and undefined behavior sanitizers, unless an environment variable disables them.
/// </summary>
internal sealed class MutantTests
{
    private const string NoSanitizersVariable = "CODEC_MUTANTS_FAST";

    private static readonly IReadOnlyList<string> Messages = MutantMessages.Names;

    private CppAnswers? _cpp;

    [OneTimeSetUp]
    public void Build()
    {
        CppAnswers.RequirePrograms();
        _cpp = MutantMessages.CompileCpp(Environment.GetEnvironmentVariable(NoSanitizersVariable) == "1" ? ["-O2"] : BlockProgram.Sanitizers);
    }

    [OneTimeTearDown]
    public void Remove() => _cpp?.Dispose();

    // The mutants of the next block are created while C++ processes this one.
    [TestCaseSource(nameof(Messages))]
    [Category("Mutants")]
    public void Views(string message)
    {
        MutantRun run = new("Views", message, 20_000);
        Func<byte[], int, int, ulong> contentOf = CompiledRoots.Instance.ContentOf(message);
        int root = RootOf(message);
        PayloadBlock block = new();
        PayloadBlock next = new();
        run.Fill(block, run.First);
        foreach ((long first, int count) in run.Blocks())
        {
            Task<byte[]> theirs = _cpp!.AskForViewsAsync(root, block);
            Task<byte[]> verdicts = MutantMessages.VerifyAsync(message, block);
            ulong[] ours = new ulong[count];
            for (int i = 0; i < count; i++)
            {
                ours[i] = contentOf(block.Memory, block[i].Start, block[i].Length);
                run.Accepted += (long)(ours[i] & 1);
            }

            run.Fill(next, first + count);
            byte[] answers = Answer(theirs, run, first);
            byte[] verified = Answer(verdicts, run, first);
            for (int i = 0; i < count; i++)
            {
                ulong answer = BinaryPrimitives.ReadUInt64LittleEndian(answers.AsSpan(8 * i));
                if (answer != ours[i] || (ours[i] & 1) > verified[i])
                {
                    run.Fail(first + i, $"C# says {ours[i]:X}, C++ {answer:X}, the verifier of FlatBuffers {verified[i]}; the last bit is the validity: {Convert.ToHexString(block.Payload(i))}");
                }
            }

            (block, next) = (next, block);
        }

        run.Complete();
    }

    [TestCaseSource(nameof(Messages))]
    [Category("Mutants")]
    public void Objects(string message)
    {
        MutantRun run = new("Objects", message, 4000);
        PlainType plain = new(CompiledRoots.Instance.TypeOf(message));
        PayloadMessage types = CompiledRoots.Instance.MessageOf(message);
        object reused = Activator.CreateInstance(plain.Type)!;
        PayloadBlock block = new();
        foreach ((long first, int count) in run.Blocks())
        {
            run.Fill(block, first);
            Task<IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written)>> theirs = _cpp!.AskForObjectsAsync(RootOf(message), block);
            (bool, bool, byte[]? Written)[] ours = new (bool, bool, byte[]?)[count];
            for (int i = 0; i < count; i++)
            {
                bool isValid = plain.Verify(block.Payload(i));
                object? value = plain.Read(block.Payload(i));
                bool isRead = plain.Read(block.Payload(i), reused) is not null;
                byte[]? written = Written(plain, value);
                ours[i] = (isValid, value is not null, written);
                run.Accepted += isValid ? 1 : 0;
                if (isRead != value is not null || !Written(plain, isRead ? reused : null).AsSpan().SequenceEqual(written))
                {
                    run.Fail(first + i, "an object that is used again is read otherwise: " + Convert.ToHexString(block.Payload(i)));
                }
            }

            IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written)> answers = Answer(theirs, run, first);
            for (int i = 0; i < count; i++)
            {
                if (!AreEqual(types, ours[i], answers[i]))
                {
                    run.Fail(first + i, $"C# says {Text(ours[i])}, C++ {Text(answers[i])} of {Convert.ToHexString(block.Payload(i))}");
                }
            }
        }

        run.Complete();
    }

    [TestCaseSource(nameof(Messages))]
    public void Cpp_reads_valid_payloads_and_writes_the_same_bytes(string message)
    {
        int seed = Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        byte[][] payloads = [.. Enumerable.Range(0, 300).Select(_ => CompiledRoots.Instance.Payload(message, random, isForeign: false))];
        int index = 0;
        foreach ((bool isValid, bool isRead, byte[] written) in _cpp!.Ask(RootOf(message), payloads))
        {
            byte[] payload = payloads[index++];
            Assert.That((isValid, isRead), Is.EqualTo((true, true)), () => Convert.ToHexString(payload));
            Assert.That(Convert.ToHexString(written), Is.EqualTo(Convert.ToHexString(payload)));
        }
    }

    private static int RootOf(string message) => Messages.ToList().IndexOf(message);

    private static T Answer<T>(Task<T> answer, MutantRun run, long first)
    {
        try
        {
            return answer.GetAwaiter().GetResult();
        }
        catch (InvalidOperationException exception)
        {
            run.Fail(first, $"in the block from here, {exception.Message}");
            throw;
        }
    }

    // A required field or an element that is out of range is null. Such an object cannot be written, as documented.
    private static byte[]? Written(PlainType plain, object? value)
    {
        try
        {
            return value is null ? null : plain.Write(value);
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }

    private static bool AreEqual(PayloadMessage types, (bool IsValid, bool IsRead, byte[]? Written) ours, (bool IsValid, bool IsRead, byte[] Written) theirs)
    {
        if ((ours.IsValid, ours.IsRead) != (theirs.IsValid, theirs.IsRead))
        {
            return false;
        }

        // If a required string of an invalid payload is out of range, it is null in C#, which cannot be written, and an empty string in C++.
        if (ours.Written is null)
        {
            return !ours.IsValid;
        }

        // C++ preserves the bytes of strings that are not valid UTF-8, and C# preserves the padding of structs. Therefore, the bytes can differ, but
        // the values must be equal.
        return ours.Written.AsSpan().SequenceEqual(theirs.Written) || Values(types, ours.Written) == Values(types, theirs.Written);
    }

    // The JSON of what was read from an invalid payload too: every accessor is total.
    private static string Values(PayloadMessage types, byte[] payload)
    {
        using MemoryStream text = new();
        using (Utf8JsonWriter writer = new(text, PayloadJsonWriter.Options))
        {
            new PayloadJsonWriter(writer).Write(payload, types);
        }

        return Encoding.UTF8.GetString(text.ToArray());
    }

    private static string Text((bool IsValid, bool IsRead, byte[]? Written) answer) =>
        $"valid {answer.IsValid}, read {answer.IsRead}, written {(answer.Written is null ? "nothing" : Convert.ToHexString(answer.Written))}";
}
