using System;
using System.Linq;
using Coverage;
using FsCheck;
using FsCheck.Fluent;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Flatc.Own;

/// <summary>Tests that random values are read from every kind of memory that can contain a packet.</summary>
[TestFixture]
public sealed class InputMemoryPropertyTests
{
    private static readonly Config Config = PropertyRunner.Config(50);

    private static Arbitrary<(int Seed, int Size)> Seeds { get; } = Arb.From(
        from seed in Gen.Choose(0, int.MaxValue)
        from size in Gen.Choose(0, 24)
        select (seed, size),
        value => Enumerable.Range(0, value.size).Select(size => (value.seed, size)));

    [TestCaseSource(typeof(InputMemory), nameof(InputMemory.Kinds))]
    public void Values_are_verified_and_read_back(string kind) => Check(value =>
    {
        EverythingT written = new RandomValues(new Random(value.Seed), value.Size).Everything();

        ByteBuffer buffer = InputMemory.Of(kind, written.SerializeToBinary());

        return new Verifier(buffer).VerifyBuffer("COVR", false, EverythingVerify.Verify)
            && Everything.EverythingBufferHasIdentifier(buffer)
            && ObjectJson.Of(Everything.GetRootAsEverything(buffer).UnPack()) == ObjectJson.Of(written);
    });

    [TestCaseSource(typeof(InputMemory), nameof(InputMemory.Kinds))]
    public void Size_prefixed_values_are_verified_and_read_back(string kind) => Check(value =>
    {
        EverythingT written = new RandomValues(new Random(value.Seed), value.Size).Everything();
        FlatBufferBuilder builder = new(1);
        Everything.FinishSizePrefixedEverythingBuffer(builder, Everything.Pack(builder, written));

        ByteBuffer buffer = InputMemory.Of(kind, builder.SizedByteArray());

        return new Verifier(buffer).VerifyBuffer("COVR", true, EverythingVerify.Verify)
            && ObjectJson.Of(Everything.GetRootAsEverything(ByteBufferUtil.RemoveSizePrefix(buffer)).UnPack()) == ObjectJson.Of(written);
    });

    // Half of a valid buffer is never valid, whatever bytes follow the part that the buffer may read.
    [TestCase("segment")]
    [TestCase("memory")]
    public void A_truncated_buffer_is_rejected(string kind) => Check(value =>
    {
        byte[] whole = new RandomValues(new Random(value.Seed), value.Size).Everything().SerializeToBinary();

        ByteBuffer buffer = InputMemory.Of(kind, whole[..(whole.Length / 2)]);

        return !new Verifier(buffer).VerifyBuffer("COVR", false, EverythingVerify.Verify);
    });

    [Test]
    public void Pooled_builder_writes_the_same_bytes() => Check(value =>
    {
        EverythingT written = new RandomValues(new Random(value.Seed), value.Size).Everything();
        using PooledFlatBufferBuilder builder = new(1, headroom: 4);

        Everything.FinishEverythingBuffer(builder, Everything.Pack(builder, written));

        return builder.SizedByteArray().AsSpan().SequenceEqual(written.SerializeToBinary());
    });

    private static void Check(Func<(int Seed, int Size), bool> property) =>
        FsCheck.Check.One(Config, Prop.ForAll(Seeds, property));
}
