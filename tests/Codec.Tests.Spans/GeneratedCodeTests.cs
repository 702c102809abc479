extern alias plain;

using System;
using System.Linq;
using Codec.Tests.Flatc;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Spans;

/// <summary>flatc's output with ENABLE_SPAN_T, and without any option, on the same values.</summary>
[TestFixture]
public sealed class GeneratedCodeTests
{
    [Test]
    public void Values_are_read_back([Range(0, 31)] int seed)
    {
        EverythingT written = new RandomValues(new Random(seed), seed).Everything();

        EverythingT read = EverythingT.DeserializeFromBinary(written.SerializeToBinary());

        Assert.That(ObjectJson.Of(read), Is.EqualTo(ObjectJson.Of(written)));
    }

    [Test]
    public void Code_without_options_reads_the_same([Range(0, 31)] int seed)
    {
        EverythingT written = new RandomValues(new Random(seed), seed).Everything();

        plain::Coverage.Everything read = plain::Coverage.Everything.GetRootAsEverything(new ByteBuffer(written.SerializeToBinary()));

        Assert.That(read.Title, Is.EqualTo(written.Title));
        Assert.That(read.Scalars?.U64, Is.EqualTo(written.Scalars?.U64));
        Assert.That(
            Enumerable.Range(0, read.Vectors?.I64sLength ?? 0).Select(i => read.Vectors!.Value.I64s(i)), Is.EqualTo(written.Vectors?.I64s?.ToArray() ?? []));
        Assert.That(read.GetLeafAsLeaf()?.Name, Is.Not.Null);
    }

    [Test]
    [WrongInPackage("Get…Array takes a count of elements for one of bytes.")]
    public void Code_without_options_copies_vectors([Range(0, 31)] int seed)
    {
        EverythingT written = new RandomValues(new Random(seed), seed).Everything();

        plain::Coverage.Everything read = plain::Coverage.Everything.GetRootAsEverything(new ByteBuffer(written.SerializeToBinary()));

        Assert.That(read.Vectors?.GetI64sArray() ?? [], Is.EqualTo(written.Vectors?.I64s?.ToArray() ?? []));
    }
}
