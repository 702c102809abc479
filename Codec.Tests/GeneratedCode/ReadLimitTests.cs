using Codec.Tests.Limits;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that reading into objects enforces the limits of the schema, like verification.</summary>
internal sealed class ReadLimitTests
{
    [Test]
    public void The_depth_limit_of_the_schema_is_enforced()
    {
        for (int depth = 1; depth < 8; depth++)
        {
            Chain chain = new();
            for (int i = 1; i < depth; i++)
            {
                chain = new Chain { Next = chain };
            }

            AssertBoth(Write(chain), depth <= 5, $"depth {depth}");
        }
    }

    [Test]
    public void The_table_limit_of_the_schema_is_enforced()
    {
        for (int tables = 2; tables < 25; tables++)
        {
            FieldList<Chain> others = [];
            for (int i = 1; i < tables; i++)
            {
                others.Add(new Chain { Number = i });
            }

            AssertBoth(Write(new Chain { Others = others }), tables <= 20, $"{tables} tables");
        }
    }

    // The depth limit of LongChain is 100. Plain declares no limit, so the default of 64 applies.
    [TestCase(64, true)]
    [TestCase(65, false)]
    [TestCase(100, false)]
    [TestCase(101, false)]
    public void A_schema_can_raise_the_default_depth_limit(int depth, bool isPlain)
    {
        byte[] payload = Nested(depth);
        Assert.That(new LongChain().TryRead(payload), Is.EqualTo(depth <= 100));
        Assert.That(LongChain.Verify(payload), Is.EqualTo(depth <= 100));
        Assert.That(new Plain().TryRead(payload), Is.EqualTo(isPlain));
        Assert.That(Plain.Verify(payload), Is.EqualTo(isPlain));
    }

    [Test]
    public void A_copy_of_a_view_needs_its_limits_and_a_target()
    {
        Assert.That(
            () => LongChain.View.TryCreate(Nested(101), out LongChain.View deep) ? deep.ToObject() : null,
            Throws.InvalidOperationException.With.Message.Contains("LongChain"));
        Assert.That(() => LongChain.View.TryCreate(Nested(1), out LongChain.View view) && view.TryCopyTo(null!), Throws.ArgumentNullException);
    }

    // No table has a larger limit. Reading vectors of unions needs the most stack; some platforms give a thread 256 KB.
    [Test]
    public void The_largest_depth_is_read_on_a_small_stack()
    {
        bool isRead = false;
        bool isTooDeepRead = true;
        Thread thread = new(
            () =>
            {
                isRead = Deepest.Verify(NestedUnions(128)) && new Deepest().TryRead(NestedUnions(128));
                isTooDeepRead = Deepest.Verify(NestedUnions(129)) || new Deepest().TryRead(NestedUnions(129));
            },
            256 * 1024);
        thread.Start();
        thread.Join();
        Assert.That((isRead, isTooDeepRead), Is.EqualTo((true, false)));
    }

    private static void AssertBoth(byte[] payload, bool expected, string what)
    {
        Assert.That(Chain.Verify(payload), Is.EqualTo(expected), what);
        Assert.That(new Chain().TryRead(payload), Is.EqualTo(expected), what);
    }

    private static byte[] Write(Chain chain) => new PlainType(typeof(Chain)).Write(chain);

    // A chain of tables with one field each. The generated writer does not write such deep chains.
    private static byte[] Nested(int depth)
    {
        List<byte> bytes = [.. Word(16), 6, 0, 8, 0, 4, 0, 4, 0, 4, 0, 0, 0];
        for (int level = 1; level < depth; level++)
        {
            bytes.AddRange([.. Word(bytes.Count - 4), .. Word(4)]);
        }

        bytes.AddRange(Word(bytes.Count - 10));
        return [.. bytes];
    }

    // A chain of tables, each with a vector of one union.
    private static byte[] NestedUnions(int depth)
    {
        List<byte> bytes = [.. Word(16), 8, 0, 12, 0, 4, 0, 8, 0, 4, 0, 4, 0];
        for (int level = 1; level < depth; level++)
        {
            // The offset to the vtable, to the types and to the values; the types; the values.
            bytes.AddRange([.. Word(bytes.Count - 4), .. Word(8), .. Word(12), .. Word(1), 1, 0, 0, 0, .. Word(1), .. Word(4)]);
        }

        bytes.AddRange(Word(bytes.Count - 12));
        return [.. bytes];
    }

    private static byte[] Word(int value) => [(byte)value, (byte)(value >> 8), (byte)(value >> 16), (byte)(value >> 24)];
}
