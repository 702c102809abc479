namespace Codec.Bench.Arenas;

/// <summary>Compares the sides of an arena before they are measured, and writes the data that the C++ program loads.</summary>
internal static class ArenaCheck
{
    internal static void Run(Arena arena)
    {
        var codec = (ICodecSide)arena.Sides[0];
        ulong sum = BenchmarkObjects.Sum(codec.Data);
        byte[] written = codec.Write(codec.Data);
        foreach (ArenaSide side in arena.Sides)
        {
            foreach (ArenaJob job in Enum.GetValues<ArenaJob>())
            {
                ulong expected = job is ArenaJob.Sum or ArenaJob.Read ? sum : 1;
                Require(side.Reader(job)?.Invoke() is not { } found || found == expected, $"{side.Name} has another sum as {job}");
            }

            Require(side.ReadBack().All(root => BenchmarkObjects.Sum(root) == sum), $"{side.Name} reads another sum");
            Require(side.ReadBack().All(root => IsSame(root)), $"{side.Name} reads another field");
        }

        // The names of the files and the request are known to CppWorkload and to the C++ program.
        string folder = Programs.TemporaryFile("arenas/" + arena.Name);
        Directory.CreateDirectory(folder);
        File.WriteAllBytes(folder + "/objects.bin", written);
        if (codec.WriteValues() is { } values)
        {
            File.WriteAllBytes(folder + "/values.bin", values);
        }

        if (arena.Sides.OfType<ProtobufAccountSide>().FirstOrDefault() is { } protobuf)
        {
            File.WriteAllBytes(folder + ".protobuf", protobuf.Payload);
        }

        WriteRequest(sum);
        if (Programs.FirstMissing(CppWorkload.Tools) is null)
        {
            new CppWorkload($"{CppWorkload.Prefix}codec/write-{arena.Name}").Dispose();
            Require(IsSame(codec.Read(File.ReadAllBytes(folder + ".flatbuffers"))), "FlatBuffers C++ reads another field");
        }

        // The processes that measure do not compare the sides again.
        WriteRequest(0);

        void WriteRequest(ulong expected) =>
            File.WriteAllText(folder + ".load", string.Create(CultureInfo.InvariantCulture, $"load {arena.Name} {expected} {folder}"));

        bool IsSame(object root) => codec.Write(BenchmarkObjects.Copy(root, codec.Data.GetType())!).AsSpan().SequenceEqual(written);

        void Require(bool isTrue, string what)
        {
            if (!isTrue)
            {
                throw new InvalidOperationException($"{arena.Name}: {what}.");
            }
        }
    }
}
