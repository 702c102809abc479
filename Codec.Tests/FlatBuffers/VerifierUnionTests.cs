using System.Linq;
using Codec.Tests.Flatc;
using Coverage;
using Coverage.Shared;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers;

/// <summary>Tests unions and vectors of unions with members of each kind: tables, structs and strings.</summary>
[TestFixture]
[WrongInPackage("the verifier throws where no file identifier is asked for.")]
public sealed class VerifierUnionTests
{
    private static readonly Any[] Members = [Any.Leaf, Any.Numbered, Any.Spot, Any.Box, Any.Text, Any.Note];

    [Test]
    public void Every_kind_of_member_is_accepted([ValueSource(nameof(Members))] Any type) => Assert.That(Accepts(Union(type, type)), Is.True);

    // The value is at the end of the buffer, so every truncation affects it, except for the padding after the zero of a string.
    [Test]
    public void A_truncated_union_member_is_rejected([ValueSource(nameof(Members))] Any type)
    {
        byte[] bytes = Union(type, type);
        int padding = type is Any.Text or Any.Note or Any.Leaf or Any.Numbered ? 3 : 0;
        for (int cut = padding + 1; cut < 12; cut++)
        {
            Assert.That(Accepts(bytes[..^cut]), Is.False, $"{cut} bytes less");
        }
    }

    [Test]
    public void A_union_member_of_another_type_is_rejected()
    {
        Assert.Multiple(() =>
        {
            Assert.That(Accepts(Union(Any.Text, Any.Leaf)), Is.False, "a string is no table");
            Assert.That(Accepts(Union(Any.Spot, Any.Box)), Is.False, "12 bytes are not 40");
            Assert.That(Accepts(Union(Any.Spot, Any.Text)), Is.False, "a float is no length");
        });
    }

    [Test]
    public void A_union_string_without_a_terminating_zero_is_rejected()
    {
        byte[] bytes = Union(Any.Text, Any.Text);
        Assert.That(bytes[^5..], Is.EqualTo(new byte[] { (byte)'g', 0, 0, 0, 0 }));
        bytes[^4] = 1;
        Assert.That(Accepts(bytes), Is.False);
        Assert.That(new Verifier(new ByteBuffer(bytes)).SetStringCheck(false).VerifyBuffer(null, false, UnionsVerify.Verify), Is.True);
    }

    [Test]
    public void A_misaligned_union_struct_is_rejected()
    {
        FlatBufferBuilder builder = new(64);
        builder.AddLong(0);
        int misaligned = Struct(builder, Any.Box) - 4;
        byte[] bytes = Finish(builder, Any.Box, misaligned);
        Assert.That(Accepts(bytes), Is.False);
        Assert.That(new Verifier(new ByteBuffer(bytes)).SetAlignmentCheck(false).VerifyBuffer(null, false, UnionsVerify.Verify), Is.True);
    }

    [Test]
    public void A_union_type_without_a_value_is_rejected_and_a_value_without_a_type_is_accepted()
    {
        FlatBufferBuilder builder = new(64);
        Assert.That(Accepts(Finish(builder, Any.Leaf, 0)), Is.False, "a type alone");
        builder.Clear();
        Assert.That(Accepts(Finish(builder, Any.NONE, builder.CreateString("x").Value)), Is.True, "a value alone");
        builder.Clear();
        Assert.That(Accepts(Finish(builder, (Any)200, builder.CreateString("x").Value)), Is.True, "a type that this schema does not have");
    }

    [Test]
    public void Every_member_of_a_vector_of_unions_is_verified([Range(0, 5)] int broken)
    {
        Assert.Multiple(() =>
        {
            Assert.That(AcceptsVector(With(Any.Text)), Is.True);
            Assert.That(AcceptsVector(With(Any.Box)), Is.False, "40 bytes leave the buffer");
            Assert.That(AcceptsVector(With(Any.NONE)), Is.True, "no member is not looked at");
        });

        // Creates a vector with one value that is an empty string at the end of the buffer.
        byte[] With(Any type)
        {
            FlatBufferBuilder builder = new(64);
            int last = builder.CreateString("").Value;
            int[] values = [.. Members.Select((member, i) => i == broken ? last : Member(builder, member))];
            return Vector(builder, [.. Members.Select((member, i) => i == broken ? type : member)], values);
        }
    }

    [Test]
    public void The_vectors_of_types_and_values_must_have_the_same_length()
    {
        Assert.Multiple(() =>
        {
            Assert.That(AcceptsVector(Vectors(types: 2, values: 2)), Is.True);
            Assert.That(AcceptsVector(Vectors(types: 0, values: 0)), Is.True);
            Assert.That(AcceptsVector(Vectors(types: 1, values: 2)), Is.False);
            Assert.That(AcceptsVector(Vectors(types: 2, values: 1)), Is.False);
            Assert.That(AcceptsVector(Vectors(types: null, values: 1)), Is.False);
            Assert.That(AcceptsVector(Vectors(types: 1, values: null)), Is.False);
            Assert.That(AcceptsVector(Vectors(types: null, values: null)), Is.True);
        });
    }

    private static byte[] Union(Any made, Any claimed)
    {
        FlatBufferBuilder builder = new(64);
        return Finish(builder, claimed, Member(builder, made));
    }

    private static byte[] Finish(FlatBufferBuilder builder, Any type, int value)
    {
        builder.Finish(Unions.CreateUnions(builder, type, value).Value);
        return builder.SizedByteArray();
    }

    private static byte[] Vectors(int? types, int? values)
    {
        FlatBufferBuilder builder = new(64);
        int text = builder.CreateString("x").Value;
        VectorOffset typeVector = types is { } t ? UnionVector.CreateManyTypeVector(builder, [.. Enumerable.Repeat(Any.Text, t)]) : default;
        VectorOffset valueVector = values is { } v ? UnionVector.CreateManyVector(builder, [.. Enumerable.Repeat(text, v)]) : default;
        builder.Finish(UnionVector.CreateUnionVector(builder, typeVector, valueVector).Value);
        return builder.SizedByteArray();
    }

    private static byte[] Vector(FlatBufferBuilder builder, Any[] types, int[] values)
    {
        VectorOffset typeVector = UnionVector.CreateManyTypeVector(builder, types);
        VectorOffset valueVector = UnionVector.CreateManyVector(builder, values);
        builder.Finish(UnionVector.CreateUnionVector(builder, typeVector, valueVector).Value);
        return builder.SizedByteArray();
    }

    private static int Member(FlatBufferBuilder builder, Any type) => type switch
    {
        Any.Leaf => Leaf.CreateLeaf(builder, builder.CreateString("leaf"), 1).Value,
        Any.Numbered => Numbered.CreateNumbered(builder, 1, builder.CreateString("numb")).Value,
        Any.Spot or Any.Box => Struct(builder, type),
        _ => builder.CreateString("a string").Value,
    };

    private static int Struct(FlatBufferBuilder builder, Any type) => type == Any.Spot
        ? Point.CreatePoint(builder, 1, 2, 3).Value
        : Mixed.CreateMixed(builder, 1, 2, 3, 4, 5, 6, true, Color.Red).Value;

    private static bool Accepts(byte[] bytes) => new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, UnionsVerify.Verify);

    private static bool AcceptsVector(byte[] bytes) => new Verifier(new ByteBuffer(bytes)).VerifyBuffer(null, false, UnionVectors.Verify);
}
