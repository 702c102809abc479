namespace Codec.Tests.Payloads;

public sealed unsafe partial class StructPayloadTests
{
    private enum Kind : short
    {
        None,
        Some,
    }

    [Test]
    public void A_struct_has_the_bytes_of_its_cpp_counterpart()
    {
        StructPayload<Mixed> payload = new();
        Mixed value = new() { Flag = 1, Number = 0x0807060504030201, Kind = Kind.Some, Part = new Part { A = 0x11, B = 0x33221100 } };
        value.Fixed[1] = 0x5566;
        byte[] bytes = new byte[payload.Size];
        Assert.That(payload.Write(value, bytes), Is.EqualTo(40));
        Assert.That((payload.Alignment, payload.GetMaxSize(value)), Is.EqualTo((8, 40)));
        Assert.That((bytes[0], bytes[8], bytes[15], bytes[16], bytes[20], bytes[24], bytes[27]), Is.EqualTo((1, 1, 8, 1, 0x11, 0, 0x33)));
        Assert.That((bytes[28], bytes[30], bytes[31]), Is.EqualTo((0, 0x66, 0x55)));
        Assert.That(payload.TryRead(bytes, out Mixed back), Is.True);
        Assert.That((back.Number, back.Part.B, back.Fixed[1]), Is.EqualTo((value.Number, value.Part.B, (ushort)0x5566)));
    }

    [Test]
    public void The_size_of_a_layout_equals_the_size_in_the_runtime()
    {
        Assert.That(StructLayoutMap.Of(typeof(Mixed)).Size, Is.EqualTo(Unsafe.SizeOf<Mixed>()));
        Assert.That(StructLayoutMap.Of(typeof(Packed)).Size, Is.EqualTo(Marshal.SizeOf<Packed>()));
        Assert.That(StructLayoutMap.Of(typeof(Explicit)).Size, Is.EqualTo(Marshal.SizeOf<Explicit>()));
        Assert.That(StructLayoutMap.Of(typeof(Packed)).Alignment, Is.EqualTo(2));
    }

    [Test]
    public void Bytes_that_belong_to_no_field_are_written_as_zeros()
    {
        // As in an array that is used again: code that the JIT has optimized stores only the fields.
        Assert.That(
            BytesOver(0xCC, static (ref Part value) => (value.A, value.B) = (1, 0x05040302)),
            Is.EqualTo((byte[])[1, 0, 0, 0, 2, 3, 4, 5]));
        Assert.That(
            BytesOver(0xCC, static (ref Packed value) => (value.A, value.B, value.C) = (1, 0x05040302, 0x0706)),
            Is.EqualTo((byte[])[1, 0, 2, 3, 4, 5, 6, 7]));
        Assert.That(
            BytesOver(0xCC, static (ref Explicit value) => (value.A, value.B) = (1, 2)),
            Is.EqualTo((byte[])[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
        byte[] mixed = BytesOver(0xCC, static (ref Mixed value) =>
        {
            (value.Flag, value.Number, value.Kind, value.Part.A, value.Part.B) = (1, 0x0202020202020202, (Kind)0x0303, 4, 0x05050505);
            (value.Fixed[0], value.Fixed[1], value.Fixed[2]) = (0x0606, 0x0606, 0x0606);
        });
        Assert.That(
            mixed,
            Is.EqualTo((byte[])
            [
                1, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 0, 0, 4, 0, 0, 0, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0,
            ]));
        Assert.That(StructLayoutMap.Of(typeof(PackedExplicit)).Padding, Is.Empty);
    }

    private delegate void Setter<T>(ref T value);

    /// <summary>Writes a struct whose fields were set in memory that was filled with a byte.</summary>
    private static byte[] BytesOver<T>(byte before, Setter<T> set)
        where T : unmanaged
    {
        byte[] memory = new byte[sizeof(T)];
        memory.AsSpan().Fill(before);
        ref T value = ref Unsafe.As<byte, T>(ref memory[0]);
        set(ref value);
        byte[] bytes = new byte[sizeof(T)];
        bytes.AsSpan().Fill(before);
        new StructPayload<T>().Write(value, bytes);
        return bytes;
    }

    // If a type is mapped twice in each level, this test does not end.
    [Test]
    public void A_struct_with_many_levels_is_mapped_in_linear_time()
    {
        Type type = typeof(uint);
        for (int level = 0; level < 50; level++)
        {
            type = typeof(Level<>).MakeGenericType(type);
        }

        StructLayoutMap map = StructLayoutMap.Of(type);
        Assert.That((map.Size, map.Alignment, map.Padding.Length), Is.EqualTo((4, 4, 0)));
    }

    [Test]
    public void An_aligned_payload_is_read_in_place_and_an_unaligned_payload_is_copied()
    {
        StructPayload<Part> payload = new();
        Part scratch = default;
        byte* memory = stackalloc byte[32];
        byte* aligned = (byte*)(((nuint)memory + 15) & ~(nuint)7);
        Span<byte> bytes = new(aligned, 16);
        payload.Write(new Part { A = 1, B = 2 }, bytes);
        ref readonly Part inPlace = ref payload.Read(bytes.Slice(0, 8), ref scratch);
        bytes[0] = 9;
        Assert.That((inPlace.A, scratch.A), Is.EqualTo((9, 0)));

        payload.Write(new Part { A = 3, B = 4 }, bytes.Slice(1));
        ref readonly Part copied = ref payload.Read(bytes.Slice(1, 8), ref scratch);
        bytes[1] = 9;
        Assert.That((copied.A, copied.B, scratch.A), Is.EqualTo((3, 4u, 3)));
    }

    [TestCase(7)]
    [TestCase(9)]
    [TestCase(0)]
    public void A_payload_whose_size_differs_from_the_struct_is_rejected(int size)
    {
        StructPayload<Part> payload = new();
        Part scratch = default;
        Assert.That(payload.TryRead(new byte[size], out _), Is.False);
        Assert.That(() => payload.Read(new byte[size], ref scratch), Throws.ArgumentException.With.Message.Contains($"{size} bytes; the struct has 8"));
    }

    [Test]
    public void Write_rejects_a_destination_that_is_too_short() =>
        Assert.That(() => new StructPayload<Part>().Write(default, new byte[7]), Throws.ArgumentException.With.Message.Contains("7 bytes; 8 are needed"));

    [Test]
    public void Structs_without_a_cpp_layout_are_rejected_with_the_name_of_the_field()
    {
        Refused<HasBool>("HasBool.Flag is a bool");
        Refused<HasChar>("HasChar.Letter is a char");
        Refused<HasReference>("HasReference.Text is a reference");
        Refused<HasPointer>("HasPointer.Address is a pointer");
        Refused<HasNativeInt>("HasNativeInt.Handle is a pointer");
        Refused<Nested>("Nested.Inner.Flag is a bool");
        Refused<HasFixedBools>("HasFixedBools.Flags is a bool");
        Refused<HasNullable>("is a bool");
        Refused<Nothing>("Nothing has no fields");
        Refused<Automatic>("Automatic has automatic layout");
        Refused<HasAutomatic>("HasAutomatic.Inner has automatic layout");
        Refused<Overlapping>("overlap at byte 2");
        Refused<HasDecimal>("HasDecimal.Price is a decimal");
        Refused<decimal>("Decimal is a decimal");
        Refused<Misaligned>("Misaligned.B is at byte 5, which is not a multiple of its alignment of 4");
        Refused<HasMisaligned>("HasMisaligned.Inner.B is at byte 5");
        Refused<Uneven>("Uneven has a Size of 10 bytes, which is not a multiple of its alignment of 4");
        Refused<Halfway>("Halfway.B is at byte 5, which is not a multiple of its alignment of 2");
    }

    [Test]
    public void A_struct_with_explicit_offsets_and_a_Pack_of_1_has_no_padding()
    {
        StructPayload<PackedExplicit> payload = new();
        byte[] bytes = new byte[5];
        Assert.That((payload.Size, payload.Alignment), Is.EqualTo((5, 1)));
        Assert.That(payload.Write(new PackedExplicit { A = 1, B = 0x05040302 }, bytes), Is.EqualTo(5));
        Assert.That(bytes, Is.EqualTo((byte[])[1, 2, 3, 4, 5]));
    }

    private static void Refused<T>(string message)
        where T : struct => Assert.That(() => new StructPayload<T>(), Throws.InstanceOf<NotSupportedException>().With.Message.Contains(message));

    [Test]
    public void StructPayload_supports_common_structs() => Assert.That(
        new List<int> { new StructPayload<Guid>().Size, new StructPayload<System.Numerics.Vector3>().Size, new StructPayload<ulong>().Size },
        Is.EqualTo(new List<int> { 16, 12, 8 }));

#pragma warning disable CS0649, CS0169, CA1823, IDE0051, IDE0044 // The fields are there to be found.
    private struct Part
    {
        public byte A;
        public uint B;
    }

    private struct Level<T>
    {
        public T Inner;
    }

    private struct Mixed
    {
        public byte Flag;
        public long Number;
        public Kind Kind;
        public Part Part;
        public fixed ushort Fixed[3];
    }

    [StructLayout(LayoutKind.Sequential, Pack = 2)]
    private struct Packed
    {
        public byte A;
        public uint B;
        public ushort C;
    }

    [StructLayout(LayoutKind.Explicit, Size = 24)]
    private struct Explicit
    {
        [FieldOffset(4)]
        public int A;

        [FieldOffset(12)]
        public short B;
    }

    private struct HasBool
    {
        public int A;
        public bool Flag;
    }

    private struct HasChar
    {
        public char Letter;
    }

    private struct HasReference
    {
        public string Text;
    }

    private struct HasPointer
    {
        public int* Address;
    }

    private struct HasNativeInt
    {
        public nint Handle;
    }

    private struct Nested
    {
        public HasBool Inner;
    }

    private struct HasFixedBools
    {
        public fixed bool Flags[4];
    }

    private struct HasNullable
    {
        public int? Maybe;
    }

    private struct Nothing
    {
    }

    [StructLayout(LayoutKind.Auto)]
    private struct Automatic
    {
        public int A;
    }

    private struct HasAutomatic
    {
        public Automatic Inner;
    }

    [StructLayout(LayoutKind.Explicit)]
    private struct Overlapping
    {
        [FieldOffset(0)]
        public int A;

        [FieldOffset(2)]
        public short B;
    }

    private struct HasDecimal
    {
        public decimal Price;
    }

    [StructLayout(LayoutKind.Explicit)]
    private struct Misaligned
    {
        [FieldOffset(0)]
        public byte A;

        [FieldOffset(5)]
        public int B;
    }

    private struct HasMisaligned
    {
        public Misaligned Inner;
    }

    [StructLayout(LayoutKind.Sequential, Size = 10)]
    private struct Uneven
    {
        public int A;
    }

    [StructLayout(LayoutKind.Explicit, Pack = 2)]
    private struct Halfway
    {
        [FieldOffset(5)]
        public int B;
    }

    [StructLayout(LayoutKind.Explicit, Pack = 1)]
    private struct PackedExplicit
    {
        [FieldOffset(0)]
        public byte A;

        [FieldOffset(1)]
        public int B;
    }
#pragma warning restore CS0649, CS0169, CA1823, IDE0051, IDE0044

    [Test]
    public void A_field_inside_another_field_is_rejected() => Refused<ByteInside>("overlap at byte 1");

    [Test]
    public void Fields_of_the_same_size_can_share_an_offset()
    {
        Assert.That(new StructPayload<Same>().Size, Is.EqualTo(8));
        Assert.That(StructLayoutMap.Of(typeof(Same)).Padding, Is.EqualTo(new[] { (5, 1) }));
    }

    [Test]
    public void An_enum_is_written_and_read_as_its_underlying_number()
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
