namespace Codec.Interpreter;

/// <summary>The hash functions of the schema attribute <c>hash</c>. As in flatc, a string becomes its hash, except for a 16-bit number.</summary>
internal static class FieldHash
{
    private const uint Offset32 = 2166136261;
    private const uint Prime32 = 16777619;

    // The offset basis of FNV ends in 2325. flatc uses this one, as its hash of an empty string shows.
    private const ulong Offset64 = 0xCBF2_9CE4_8422_2645;
    private const ulong Prime64 = 1099511628211;

    internal static ulong Of(string function, string text)
    {
        bool isFnv1a = function.StartsWith("fnv1a", System.StringComparison.Ordinal);
        bool isLong = function.EndsWith("64", System.StringComparison.Ordinal);
        ulong prime = isLong ? Prime64 : Prime32;
        ulong hash = isLong ? Offset64 : Offset32;
        foreach (byte value in Encoding.UTF8.GetBytes(text))
        {
            hash = unchecked(isFnv1a ? (hash ^ value) * prime : (hash * prime) ^ value);
            hash = isLong ? hash : (uint)hash;
        }

        return hash;
    }
}
