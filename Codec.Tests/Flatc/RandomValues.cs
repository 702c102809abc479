using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Coverage;
using Coverage.Keywords;
using Coverage.Shared;
using Google.FlatBuffers;

namespace Codec.Tests.Flatc;

/// <summary>Creates random messages of schemas/coverage. <paramref name="size"/> limits the length of vectors and strings.</summary>
internal sealed class RandomValues(Random random, int size)
{
    private const int MaxChildren = 4;

    private static readonly string[] Alphabet = ["a", "Z", "0", " ", "\"", "\\", "\n", "\0", "é", "ß", "日", "本", "🎮", "\u200d"];

    /// <summary>Creates a message that contains each part of the schema set with a probability of about two thirds.</summary>
    public EverythingT Everything() => Everything(0);

    /// <summary>Creates a message with the field names of schemas/coverage/keywords.fbs.</summary>
    public WordsT Words() => new()
    {
        Abstract = Flag(),
        As = (sbyte)Bits(),
        Break = (byte)Bits(),
        Case = (short)Bits(),
        Const = (ushort)Bits(),
        Decimal = (uint)Bits(),
        Default = Bits(),
        Do = (ulong)Bits(),
        Explicit = (Kind)random.Next(4),
        Foreach = Maybe(Place)!,
        Goto = Maybe(Text)!,
        Implicit = Maybe(() => List(() => (int)Bits()))!,
        Interface = Maybe(() => List(Text))!,
        Is = Maybe(Inner)!,
        Object = Maybe(() => List(Inner))!,
        Override = random.Next(3) switch
        {
            0 => new ChoiceUnion(),
            1 => ChoiceUnion.FromInner(Inner()),
            _ => ChoiceUnion.FromPlace(Place()),
        },
        Base = Maybe(() => List(() => (byte)Bits()))!,
        Readonly = Maybe(() => List(Place))!,
        Ref = Flag() ? (int)Bits() : null,
        This = Double(),
        Void = Single(),
    };

    /// <summary>Creates a vector of unions, with each kind of member.</summary>
    public UnionVectorT UnionVector() => new() { Many = List(AnyButNone) };

    private EverythingT Everything(int depth) => new()
    {
        Title = Text(),
        Scalars = Maybe(Scalars)!,
        Defaults = Maybe(Defaults)!,
        Optionals = Maybe(Optionals)!,
        Structs = Maybe(Structs)!,
        Vectors = Maybe(Vectors)!,
        Unions = Maybe(Unions)!,
        Leaf = NestedLeaf(Leaf()),
        Child = depth < MaxChildren && random.Next(3) == 0 ? Everything(depth + 1) : null!,
    };

    private UnionsT Unions() => new() { One = Any(), Other = Any() };

    private AnyUnion Any() => random.Next(7) == 0 ? new AnyUnion() : AnyButNone();

    private AnyUnion AnyButNone() => random.Next(6) switch
    {
        0 => AnyUnion.FromLeaf(Leaf()),
        1 => AnyUnion.FromNumbered(Numbered()),
        2 => AnyUnion.FromSpot(Point()),
        3 => AnyUnion.FromBox(Mixed()),
        4 => AnyUnion.FromText(Text()),
        _ => AnyUnion.FromNote(Text()),
    };

    private StructsT Structs() => new()
    {
        Point = Maybe(Point)!,
        Mixed = Maybe(Mixed)!,
        Deep = Maybe(Deep)!,
        Wider = Maybe(() => new WiderT { Low = (ulong)Bits(), High = (ulong)Bits() })!,
    };

    private DeepT Deep() => new()
    {
        Id = (uint)Bits(),
        Arrays = new ArraysT
        {
            Numbers = Array(3, () => (int)Bits()),
            Points = Array(2, Point),
            Signs = Array(5, () => (Signed)(sbyte)Bits()),
            Longs = Array(2, () => (ulong)Bits()),
        },
        Mixed = Array(2, Mixed),
    };

    private MixedT Mixed() => new()
    {
        A = (sbyte)Bits(),
        B = Double(),
        C = (ushort)Bits(),
        Point = Point(),
        Flag = Flag(),
        Color = (Color)(byte)Bits(),
    };

    private PointT Point() => new() { X = Single(), Y = Single(), Z = Single() };

    private LeafT Leaf() => new() { Name = Text(), Value = (int)Bits() };

    private NumberedT Numbered() => new() { Id = (ulong)Bits(), Text = Maybe(Text)! };

    private InnerT Inner() => new() { Class = (int)Bits(), Lock = Maybe(Text)! };

    private SpotT Place() => new() { In = (int)Bits(), Out = (Kind)random.Next(4) };

    private bool Flag() => random.Next(2) == 0;

    private string Text() => string.Concat(Enumerable.Range(0, random.Next(size + 1)).Select(_ => Alphabet[random.Next(Alphabet.Length)]));

    // Small and large numbers are equally frequent. Zero, which is a default value, is frequent too.
    private long Bits() => random.Next(8) == 0 ? 0 : random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64);

    // Multiples of a power of two: every text format represents them exactly.
    private float Single() => random.Next(-1 << 20, 1 << 20) / 64f;

    private double Double() => random.NextInt64(-1L << 50, 1L << 50) / 1024d;

    private T? Maybe<T>(Func<T> make)
        where T : class => random.Next(3) == 0 ? null : make();

    private List<T> List<T>(Func<T> make) => Enumerable.Range(0, random.Next(size + 1)).Select(_ => make()).ToList();

    private static T[] Array<T>(int length, Func<T> make) => Enumerable.Range(0, length).Select(_ => make()).ToArray();

    /// <summary>Creates a leaf as a separate buffer, which is the content of a nested_flatbuffer field.</summary>
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
            // If this block is skipped, every field has its default value and is not written.
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

    /// <summary>Creates vectors of tables with keys, sorted by key, as a lookup requires.</summary>
    public VectorsT SortedVectors() => new() { Leaves = SortedLeaves(), Numbereds = SortedNumbereds() };

    // Sorted by their UTF-8 bytes, as FlatBuffers requires.
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
