using System.Runtime.InteropServices;
using Codec.Payloads;
using NUnit.Framework;

namespace Codec.Tests.Payloads;

/// <content>Numbers that overlap, and numbers alone.</content>
public sealed unsafe partial class StructPayloadTests
{
    [Test]
    public void A_byte_inside_of_another_field_is_refused() => Refused<ByteInside>("overlap at byte 1");

    [Test]
    public void Fields_that_are_the_same_may_lie_at_the_same_place()
    {
        byte[] bytes = [1, 2, 3, 4, 5, 0, 6, 7];
        Assert.That(new StructPayload<Same>().Size, Is.EqualTo(8));
        StructLayoutMap.Of(typeof(Same)).Swap(ref bytes[0]);
        Assert.That(bytes, Is.EqualTo((byte[])[4, 3, 2, 1, 5, 0, 7, 6]));
    }

    [Test]
    public void An_enum_is_its_number()
    {
        StructPayload<Kind> payload = new();
        byte[] bytes = new byte[2];
        Assert.That((payload.Size, payload.Alignment, payload.Write(Kind.Some, bytes)), Is.EqualTo((2, 2, 2)));
        Assert.That((payload.TryRead(bytes, out Kind back), back, bytes[0]), Is.EqualTo((true, Kind.Some, (byte)1)));
    }

#pragma warning disable CS0649 // The fields are there to be found.
    [StructLayout(LayoutKind.Explicit)]
    private struct ByteInside
    {
        [FieldOffset(0)]
        public int A;

        [FieldOffset(1)]
        public byte B;
    }

    [StructLayout(LayoutKind.Explicit)]
    private struct Same
    {
        [FieldOffset(0)]
        public int A;

        [FieldOffset(0)]
        public float B;

        [FieldOffset(4)]
        public byte C;

        [FieldOffset(4)]
        public sbyte D;

        [FieldOffset(6)]
        public ushort E;
    }
#pragma warning restore CS0649
}
