using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Coverage;
using Coverage.Shared;
using Google.FlatBuffers;

namespace Codec.Tests.Flatc;

internal sealed partial class RandomValues
{
    /// <summary>A leaf as a buffer of its own, the content of a nested_flatbuffer field.</summary>
    private static List<byte> NestedLeaf(LeafT leaf)
    {
        FlatBufferBuilder builder = new(64);
        builder.Finish(Coverage.Leaf.Pack(builder, leaf).Value);
        return [.. builder.SizedByteArray()];
    }

    private ScalarsT Scalars() => new()
    {
        Flag = Flag(),
        I8 = (sbyte)Bits(),
        U8 = (byte)Bits(),
        I16 = (short)Bits(),
        U16 = (ushort)Bits(),
        I32 = (int)Bits(),
        U32 = (uint)Bits(),
        I64 = Bits(),
        U64 = (ulong)Bits(),
        F32 = Single(),
        F64 = Double(),
        Color = (Color)(byte)Bits(),
        Sign = (Signed)(sbyte)Bits(),
        Wide = (Wide)(ulong)Bits(),
    };

    private DefaultsT Defaults()
    {
        DefaultsT value = new();
        if (Flag())
        {
            // Otherwise every field has its default, and is not written.
            value.Flag = Flag();
            value.I8 = (sbyte)Bits();
            value.U8 = (byte)Bits();
            value.I16 = (short)Bits();
            value.U16 = (ushort)Bits();
            value.I32 = (int)Bits();
            value.U32 = (uint)Bits();
            value.I64 = Bits();
            value.U64 = (ulong)Bits();
            value.F32 = Single();
            value.F64 = Double();
            value.Color = (Color)(byte)Bits();
            value.Sign = (Signed)(sbyte)Bits();
        }

        return value;
    }

    private OptionalsT Optionals() => new()
    {
        Flag = Optional(Flag),
        I8 = Optional(() => (sbyte)Bits()),
        U8 = Optional(() => (byte)Bits()),
        I16 = Optional(() => (short)Bits()),
        U16 = Optional(() => (ushort)Bits()),
        I32 = Optional(() => (int)Bits()),
        U32 = Optional(() => (uint)Bits()),
        I64 = Optional(Bits),
        U64 = Optional(() => (ulong)Bits()),
        F32 = Optional(Single),
        F64 = Optional(Double),
        Color = Optional(() => (Color)(byte)Bits()),
    };

    /// <summary>Vectors of tables with keys, sorted by key as a lookup needs them.</summary>
    public VectorsT SortedVectors() => new() { Leaves = SortedLeaves(), Numbereds = SortedNumbereds() };

    // In the order of UTF-8 bytes, which is how FlatBuffers sorts strings.
    private List<LeafT> SortedLeaves() =>
        [.. List(Leaf).OrderBy(leaf => Encoding.UTF8.GetBytes(leaf.Name), Comparer<byte[]>.Create((x, y) => x.AsSpan().SequenceCompareTo(y)))];

    private List<NumberedT> SortedNumbereds() => [.. List(Numbered).OrderBy(numbered => numbered.Id)];

    private VectorsT Vectors() => new()
    {
        Flags = Maybe(() => List(Flag))!,
        I8s = Maybe(() => List(() => (sbyte)Bits()))!,
        U8s = Maybe(() => List(() => (byte)Bits()))!,
        I16s = Maybe(() => List(() => (short)Bits()))!,
        U16s = Maybe(() => List(() => (ushort)Bits()))!,
        I32s = Maybe(() => List(() => (int)Bits()))!,
        U32s = Maybe(() => List(() => (uint)Bits()))!,
        I64s = Maybe(() => List(Bits))!,
        U64s = Maybe(() => List(() => (ulong)Bits()))!,
        F32s = Maybe(() => List(Single))!,
        F64s = Maybe(() => List(Double))!,
        Colors = Maybe(() => List(() => (Color)(byte)Bits()))!,
        Strings = Maybe(() => List(Text))!,
        Points = Maybe(() => List(Point))!,
        Mixeds = Maybe(() => List(Mixed))!,
        Leaves = Maybe(SortedLeaves)!,
        Numbereds = Maybe(SortedNumbereds)!,
    };

    private T? Optional<T>(Func<T> make)
        where T : struct => random.Next(2) == 0 ? null : make();
}
