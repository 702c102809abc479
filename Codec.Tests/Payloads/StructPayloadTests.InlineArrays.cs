namespace Codec.Tests.Payloads;

/// <summary>Inline arrays, which .NET Framework does not have.</summary>
public sealed unsafe partial class StructPayloadTests
{
    [Test]
    public void An_inline_array_has_the_layout_of_its_elements()
    {
        StructLayoutMap map = StructLayoutMap.Of(typeof(Inline));
        Assert.That((map.Size, map.Alignment, map.Padding.Length), Is.EqualTo((12, 4, 0)));
    }

#pragma warning disable CS0169, IDE0044, IDE0051, CA1823 // The field is there to be found.
    [InlineArray(3)]
    private struct Inline
    {
        private int _first;
    }
#pragma warning restore CS0169, IDE0044, IDE0051, CA1823
}
