namespace Codec.Tests.GeneratedCode;

public sealed class GeneratedHashTests
{
    private static readonly float OtherSingle = BitConverter.ToSingle(BitConverter.GetBytes(0x7FC00001), 0);
    private static readonly double OtherDouble = BitConverter.Int64BitsToDouble(0x7FF8000000000001);

    [Test]
    public void All_NaN_have_the_same_hash_code()
    {
        Assert.That(Of(OtherSingle, OtherDouble), Is.EqualTo(Of(float.NaN, double.NaN)));
        Assert.That(Of(1, OtherDouble), Is.Not.EqualTo(Of(2, double.NaN)));
    }

    private static int Of(float single, double real)
    {
        GeneratedHash hash = default;
        hash.Add(single);
        hash.Add((double?)real);
        hash.Values(new FieldList<float>([single]));
        return hash.ToHashCode();
    }
}
