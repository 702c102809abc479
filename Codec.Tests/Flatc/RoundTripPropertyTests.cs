using System;
using System.Linq;
using Codec.Tests.Interop;
using Coverage;
using Coverage.Keywords;
using FsCheck;
using FsCheck.Fluent;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Flatc;

/// <summary>
/// Tests that random values are built, verified and read back equal. A failure prints the seed and the size of the values, and FsCheck's replay.
/// </summary>
[TestFixture]
public sealed class RoundTripPropertyTests
{
    private const int Values = 200;

    private static readonly Config Config = PropertyRunner.Config(Values);

    private static Arbitrary<(int Seed, int Size)> Seeds { get; } = Arb.From(
        from seed in Gen.Choose(0, int.MaxValue)
        from size in Gen.Choose(0, 24)
        select (seed, size),
        value => Enumerable.Range(0, value.size).Select(size => (value.seed, size)));

    [Test]
    public void Everything_that_is_built_is_read_back() => Check(value =>
    {
        EverythingT written = new RandomValues(new Random(value.Seed), value.Size).Everything();

        byte[] bytes = written.SerializeToBinary();

        return RuntimeUnderTest.Verify(new ByteBuffer(bytes), EverythingVerify.Verify)
            && ObjectJson.Of(EverythingT.DeserializeFromBinary(bytes)) == ObjectJson.Of(written);
    });

    [Test]
    public void Words_that_are_built_are_read_back() => Check(value =>
    {
        WordsT written = new RandomValues(new Random(value.Seed), value.Size).Words();

        byte[] bytes = written.SerializeToBinary();

        return RuntimeUnderTest.Verify(new ByteBuffer(bytes), WordsVerify.Verify)
            && ObjectJson.Of(WordsT.DeserializeFromBinary(bytes)) == ObjectJson.Of(written);
    });

    [Test]
    public void Vectors_of_unions_that_are_built_are_read_back() => Check(value =>
    {
        UnionVectorT written = new RandomValues(new Random(value.Seed), value.Size).UnionVector();
        FlatBufferBuilder builder = new(1);
        builder.Finish(UnionVector.Pack(builder, written).Value);

        byte[] bytes = builder.SizedByteArray();

        return RuntimeUnderTest.Verify(new ByteBuffer(bytes), UnionVectors.Verify)
            && ObjectJson.Of(UnionVector.GetRootAsUnionVector(new ByteBuffer(bytes)).UnPack()) == ObjectJson.Of(written);
    });

    [Test]
    public void A_cleared_builder_writes_the_same_bytes_as_a_new_one()
    {
        FlatBufferBuilder reused = new(1);
        Check(value =>
        {
            EverythingT written = new RandomValues(new Random(value.Seed), value.Size).Everything();

            reused.Clear();
            Everything.FinishEverythingBuffer(reused, Everything.Pack(reused, written));

            return reused.SizedByteArray().AsSpan().SequenceEqual(written.SerializeToBinary());
        });
    }

    [Test]
    public void Keys_are_found() => Check(value =>
    {
        EverythingT written = new() { Title = "", Vectors = new RandomValues(new Random(value.Seed), value.Size).SortedVectors() };
        Vectors vectors = Everything.GetRootAsEverything(new ByteBuffer(written.SerializeToBinary())).Vectors!.Value;

        return written.Vectors.Leaves.All(leaf => vectors.LeavesByKey(leaf.Name)?.Name == leaf.Name)
            && written.Vectors.Numbereds.All(numbered => vectors.NumberedsByKey(numbered.Id)?.Id == numbered.Id)
            && vectors.LeavesByKey("not a name that the alphabet has") is null;
    });

    [Test]
    public void Cpp_accepts_everything_that_is_built([Values(CppPrograms.SystemLibrary, CppPrograms.WasmLibrary)] string library)
    {
        using CppVerifier cpp = new(library);
        byte[] answer = new byte[1];
        Check(value =>
        {
            RandomValues values = new(new Random(value.Seed), value.Size);
            cpp.Ask(VerifiedRoot.Everything, values.Everything().SerializeToBinary());
            cpp.Answers(answer);
            return answer[0] == 1;
        });
    }

    private static void Check(Func<(int Seed, int Size), bool> property) =>
        FsCheck.Check.One(Config, Prop.ForAll(Seeds, property));
}
