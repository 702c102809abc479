using System.Runtime.CompilerServices;
using Codec.Payloads;
using NUnit.Framework;

namespace Codec.Tests.Payloads;

/// <summary>Inline arrays, which .NET Framework does not have.</summary>
public sealed unsafe partial class StructPayloadTests
{
    [Test]
    public void An_inline_array_has_the_layout_of_its_elements()
    {
        Assert.That(StructLayoutMap.Of(typeof(Inline)).Size, Is.EqualTo(12));
        byte[] bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        StructLayoutMap.Of(typeof(Inline)).Swap(ref bytes[0]);
        Assert.That(bytes, Is.EqualTo((byte[])[4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9]));
    }

#pragma warning disable CS0169, IDE0044, IDE0051, CA1823 // The field is there to be found.
    [InlineArray(3)]
    private struct Inline
    {
        private int _first;
    }
#pragma warning restore CS0169, IDE0044, IDE0051, CA1823
}
