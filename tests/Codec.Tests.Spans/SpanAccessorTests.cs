using System;
using System.Text;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Spans;

/// <summary>Tests the accessors that flatc generates only for ENABLE_SPAN_T. They return spans of the buffer.</summary>
[TestFixture]
public sealed class SpanAccessorTests
{
    [Test]
    public void Strings_and_vectors_are_views()
    {
        EverythingT written = new()
        {
            Title = "Ünicode",
            Vectors = new VectorsT { U8s = [1, 2, 3], I32s = [-1, int.MaxValue], F64s = [0.5, -0.25], Flags = [true, false] },
        };
        byte[] bytes = written.SerializeToBinary();
        Everything root = Everything.GetRootAsEverything(new ByteBuffer(bytes));
        Vectors vectors = root.Vectors!.Value;

        Assert.That(Encoding.UTF8.GetString(root.GetTitleBytes()), Is.EqualTo("Ünicode"));
        Assert.That(vectors.GetU8sBytes().ToArray(), Is.EqualTo(new byte[] { 1, 2, 3 }));
        Assert.That(vectors.GetI32sBytes().ToArray(), Is.EqualTo(new[] { -1, int.MaxValue }));
        Assert.That(vectors.GetF64sBytes().ToArray(), Is.EqualTo(new[] { 0.5, -0.25 }));
        Assert.That(vectors.GetI16sBytes().IsEmpty, Is.True, "a vector that is missing");
        Assert.That(bytes.AsSpan().Overlaps(vectors.GetU8sBytes()), Is.True);
    }

    [Test]
    public void Vectors_are_made_of_spans()
    {
        FlatBufferBuilder builder = new(1);
        Span<int> numbers = [1, 2, 3];
        builder.StartVector(sizeof(int), numbers.Length, sizeof(int));
        builder.Add(numbers);
        VectorOffset vector = builder.EndVector();
        builder.Finish(Vectors.CreateVectors(builder, i32sOffset: vector).Value);

        Vectors read = Vectors.GetRootAsVectors(new ByteBuffer(builder.SizedByteArray()));

        Assert.That(read.GetI32sArray(), Is.EqualTo(numbers.ToArray()));
    }

    [Test]
    public void Keys_are_found_by_their_spans()
    {
        string[] keys = ["\ud83d\ude00", "b", "\ue000", "", "B"];
        FlatBufferBuilder builder = new(1);
        Offset<Leaf>[] leaves = Array.ConvertAll(keys, key => Leaf.CreateLeaf(builder, builder.CreateString(key)));
        VectorOffset sorted = builder.CreateSortedVectorOfTables(leaves, static leaf => leaf.GetNameBytes());
        builder.Finish(Vectors.CreateVectors(builder, leavesOffset: sorted).Value);
        Vectors vectors = Vectors.GetRootAsVectors(new ByteBuffer(builder.SizedByteArray()));

        foreach (string key in keys)
        {
            Assert.That(SortedVector.TryFind(
                vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), static leaf => leaf.GetNameBytes(), key, out Leaf leaf), Is.True);
            Assert.That(leaf.Name, Is.EqualTo(key));
        }
    }
}
