using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Codec.Tests.Interop;
using Coverage;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.FlatBuffers.Own;

/// <summary>
/// Tests sorting and finding by string keys in the order of their UTF-8 bytes: compares with the C++ library, and shows where flatc's C# differs.
/// </summary>
[TestFixture]
public sealed class SortedVectorTests
{
    private const int RandomSeed = 20261121;

    // In the order of UTF-8 bytes. A culture would ignore case at first, and the order of UTF-16 units would put the last two strings before U+E000.
    private static readonly string[] Ordered =
    [
        "", " ", "A", "AB", "Z", "a", "aB", "aa", "ab", "abc", "b", "e\u0301", new('x', 255), new('x', 256), new('x', 1000), "\u00e9", "\u00e9a",
        "\u00df", "\u65e5", "\u65e5\u672c", "\ue000", "\uffff", "\ud800\udc00", "\ud83d\ude00",
    ];

    private static readonly string[] Missing =
        ["B", "AA", "abcd", "E\u0301", "e", "\u00c9", "SS", "\u672c", "\ufffe", "\ud83d\ude01", new('x', 257), new('x', 999), "zz"];

    private static readonly string[] UnpairedByUtf16 = ["\ue000", "\ud83d\ude00"];

    private static readonly Utf8Key<Leaf> NameOf = static leaf => leaf.GetNameBytes().GetValueOrDefault();

    private static string[] Sorted { get; } =
        [.. Ordered.OrderBy(Encoding.UTF8.GetBytes, Comparer<byte[]>.Create((x, y) => x.AsSpan().SequenceCompareTo(y)))];

    [Test]
    public void Keys_are_sorted_by_bytes_and_found_by_UTF8_and_by_string()
    {
        Vectors vectors = Read(Build(Shuffled()));

        Assert.That(Names(vectors), Is.EqualTo(Sorted));
        Assert.Multiple(() =>
        {
            foreach (string key in Ordered)
            {
                Assert.That(Find(vectors, Encoding.UTF8.GetBytes(key)), Is.EqualTo(key), "as UTF-8");
                Assert.That(SortedVector.TryFind(vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), NameOf, key, out Leaf leaf), Is.True);
                Assert.That(leaf.Name, Is.EqualTo(key), "as text");
            }

            foreach (string key in Missing)
            {
                Assert.That(Find(vectors, Encoding.UTF8.GetBytes(key)), Is.Null, key);
                Assert.That(SortedVector.TryFind(vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), NameOf, key, out Leaf _), Is.False, key);
            }
        });
    }

    [Test]
    public void A_missing_key_is_not_found_in_vectors_of_0_and_1_elements([Values(0, 1)] int count)
    {
        Vectors vectors = Read(Build(Ordered.Take(count)));
        Assert.That(Find(vectors, "b"u8), Is.Null);
        Assert.That(Find(vectors, ""u8), Is.EqualTo(count == 0 ? null : ""));
    }

    [Test]
    public void CSharp_and_Cpp_sort_alike_and_each_finds_keys_in_the_vector_of_the_other([Values(CppPrograms.SystemLibrary, CppPrograms.WasmLibrary)] string library)
    {
        string[] keys = Shuffled();
        string[] all = [.. keys, .. Missing];

        (byte[] sorted, int[] found) = CppKeys.Ask(library, all, Build(keys));

        Vectors vectors = Read(sorted);
        Assert.That(Names(vectors), Is.EqualTo(Names(Read(Build(all)))));
        Assert.That(all.Select(key => Find(vectors, Encoding.UTF8.GetBytes(key))), Is.EqualTo(all));
        Assert.That(found, Is.EqualTo(Enumerable.Range(0, keys.Length).Concat(Missing.Select(_ => -1))), "values are places in the input");
    }

    // flatc 25.12.19 compares UTF-16 units. If this test fails, a newer flatc uses the order of the format, and docs/flatbuffers.md must be updated.
    [Test]
    public void The_lookup_generated_by_flatc_misses_a_key_if_UTF16_and_byte_order_differ()
    {
        Vectors vectors = Read(Build(UnpairedByUtf16));

        Assert.That(Names(vectors), Is.EqualTo(UnpairedByUtf16));
        Assert.That(UnpairedByUtf16.Select(key => vectors.LeavesByKey(key)?.Name), Has.Some.Null);
        Assert.That(UnpairedByUtf16.Select(key => Find(vectors, Encoding.UTF8.GetBytes(key))), Is.EqualTo(UnpairedByUtf16));
    }

    [Test]
    public void The_lookup_generated_by_flatc_finds_every_key_below_the_surrogates()
    {
        string[] keys = [.. Ordered.Where(key => key.All(unit => unit < 0xD800))];
        Vectors vectors = Read(Build(keys));

        Assert.That(keys.Select(key => vectors.LeavesByKey(key)?.Name), Is.EqualTo(keys));
    }

    [Test]
    public void Finding_allocates_nothing()
    {
        Vectors vectors = Read(Build(Ordered));
        string text = Ordered[^3];
        byte[] utf8 = Encoding.UTF8.GetBytes(text);
        bool FindBoth() =>
            SortedVector.TryFind(vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), NameOf, utf8, out Leaf _)
            && SortedVector.TryFind(vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), NameOf, text, out Leaf _);
        Assert.That(FindBoth(), Is.True);
        long before = GC.GetAllocatedBytesForCurrentThread();
        bool found = FindBoth();

        Assert.That((found, GC.GetAllocatedBytesForCurrentThread() - before), Is.EqualTo((true, 0L)));
    }

    [Test]
    public void Invalid_arguments_are_rejected_before_anything_is_written()
    {
        FlatBufferBuilder builder = new(64);
        Offset<Leaf> leaf = Leaf.CreateLeaf(builder, builder.CreateString("a"));
        int used = builder.Offset;
        Assert.Multiple(() =>
        {
            Assert.That(() => builder.CreateSortedVectorOfTables(null!, NameOf), Throws.ArgumentNullException);
            Assert.That(() => builder.CreateSortedVectorOfTables([leaf], null!), Throws.ArgumentNullException);
            Assert.That(
                () => builder.CreateSortedVectorOfTables([leaf, new Offset<Leaf>(used + 1)], NameOf),
                Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains($"{used + 1}"));
            Assert.That(builder.Offset, Is.EqualTo(used));
        });
        builder.StartTable(1);
        Assert.That(() => builder.CreateSortedVectorOfTables([leaf], NameOf), Throws.InvalidOperationException);

        Vectors vectors = Read(Build(["a"]));
        Assert.Multiple(() =>
        {
            Assert.That(() => SortedVector.TryFind(vectors, -1, static (owner, i) => owner.Leaves(i), NameOf, "a", out Leaf _), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(() => SortedVector.TryFind(vectors, 1, null!, NameOf, "a", out Leaf _), Throws.ArgumentNullException);
            Assert.That(() => SortedVector.TryFind(vectors, 1, static (owner, i) => owner.Leaves(i), null!, "a", out Leaf _), Throws.ArgumentNullException);
            Assert.That(() => SortedVector.TryFind(vectors, 1, static (owner, i) => owner.Leaves(i), NameOf, (string)null!, out Leaf _), Throws.ArgumentNullException);
        });
    }

    [Test]
    public void A_key_that_cannot_be_read_is_the_inner_exception()
    {
        FlatBufferBuilder builder = new(64);
        Offset<Leaf> leaf = Leaf.CreateLeaf(builder, builder.CreateString("a"));
        FormatException cause = new();
        Assert.That(
            () => builder.CreateSortedVectorOfTables<Leaf>([leaf, leaf], _ => throw cause),
            Throws.InvalidOperationException.With.InnerException.SameAs(cause));
    }

    private static string[] Shuffled()
    {
        string[] keys = [.. Ordered];
        TestContext.Out.WriteLine($"seed {RandomSeed}");
        new Random(RandomSeed).Shuffle(keys);
        return keys;
    }

    private static byte[] Build(IEnumerable<string> keys)
    {
        FlatBufferBuilder builder = new(64);
        Offset<Leaf>[] leaves = keys.Select((key, i) => Leaf.CreateLeaf(builder, builder.CreateString(key), i)).ToArray();
        VectorOffset sorted = builder.CreateSortedVectorOfTables(leaves, NameOf);
        builder.Finish(Vectors.CreateVectors(builder, leavesOffset: sorted).Value);
        return builder.SizedByteArray();
    }

    private static Vectors Read(byte[] bytes) => Vectors.GetRootAsVectors(new ByteBuffer(bytes));

    private static string[] Names(Vectors vectors) => [.. Enumerable.Range(0, vectors.LeavesLength).Select(i => vectors.Leaves(i)!.Value.Name)];

    private static string? Find(Vectors vectors, ReadOnlySpan<byte> key) =>
        SortedVector.TryFind(vectors, vectors.LeavesLength, static (owner, i) => owner.Leaves(i), NameOf, key, out Leaf leaf) ? leaf.Name : null;
}
