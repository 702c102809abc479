using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>Tests that unchecked element references and segments equal those that the current runtime returns with checks.</summary>
[TestFixture]
public sealed class ArrayReferenceTests
{
    private byte[] _field = [];

    [Test]
    public void The_unchecked_reference_refers_to_the_same_array_element([Values(1, 2, 7, 8, 9, 100_000)] int length)
    {
        _field = new byte[length];
        foreach (int index in new[] { 0, length / 2, length - 1 })
        {
            Assert.That(Unsafe.AreSame(ref ArrayReference.At(ref _field, index), ref _field[index]), Is.True, $"{index} by the field");
            Assert.That(Unsafe.AreSame(ref ArrayReference.At(_field, index), ref _field[index]), Is.True, $"{index} by the array");
        }
    }

    [Test]
    public void A_segment_created_without_checks_equals_one_created_with_checks()
    {
        byte[] array = new byte[10];
        Assert.That(ArrayReference.Segment(array, 3, 4), Is.EqualTo(new ArraySegment<byte>(array, 3, 4)));
        Assert.That(ArrayReference.Segment(array, 10, 0), Is.EqualTo(new ArraySegment<byte>(array, 10, 0)));
    }
}
