using System;
using Codec.Tests.Flatc;
using Coverage;
using NUnit.Framework;

namespace Codec.Tests.Spans;

/// <summary>Tests flatc's code compiled with ENABLE_SPAN_T.</summary>
[TestFixture]
public sealed class GeneratedCodeTests
{
    [Test]
    public void Values_are_read_back([Range(0, 31)] int size)
    {
        EverythingT written = new RandomValues(new Random(RandomCases.Seed()), size).Everything();

        EverythingT read = EverythingT.DeserializeFromBinary(written.SerializeToBinary());

        Assert.That(ObjectJson.Of(read), Is.EqualTo(ObjectJson.Of(written)));
    }
}
