using Codec.Tests.Keys;

namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>All vectors of a shelf. Vectors with the same key type use the same keys.</summary>
internal static class KeyCases
{
    private static readonly bool[] BoolKeys = [false, true];
    private static readonly sbyte[] ByteKeys = [sbyte.MinValue, -100, -1, 0, 1, 100, sbyte.MaxValue];
    private static readonly byte[] UByteKeys = [0, 1, 2, 127, 128, 200, byte.MaxValue];
    private static readonly short[] ShortKeys = [short.MinValue, -256, -1, 0, 255, 256, short.MaxValue];
    private static readonly ushort[] UShortKeys = [0, 1, 255, 256, 32768, 40000, ushort.MaxValue];
    private static readonly int[] IntKeys = [int.MinValue, -65536, -1, 0, 65535, 65536, int.MaxValue];
    private static readonly uint[] UIntKeys = [0, 1, 65535, 65536, 2147483648, 3000000000, uint.MaxValue];
    private static readonly long[] LongKeys = [long.MinValue, -4294967296, -1, 0, 4294967295, 4294967296, long.MaxValue];
    private static readonly ulong[] ULongKeys = [0, 1, 4294967295, 4294967296, 9223372036854775808, 10000000000000000000, ulong.MaxValue];
    private static readonly float[] FloatKeys = [float.NegativeInfinity, float.MinValue, -0.5f, 0, float.Epsilon, 1.5f, float.PositiveInfinity];
    private static readonly double[] DoubleKeys = [double.NegativeInfinity, double.MinValue, -0.5, 0, double.Epsilon, 1.5, double.PositiveInfinity];
    private static readonly Rank[] RankKeys = [Rank.Low, Rank.Mid, Rank.High];

    // In the order of UTF-8 bytes. In UTF-16, the last two keys are in the opposite order: the last one has surrogates, which are less than U+FFFD.
    private static readonly string[] TextKeys = ["", "A", "Z", "a", "aa", "ab", "b", "z\0", "é", "漢", "\uFFFD", "😀"];

    public static IEnumerable<IKeyCase> All { get; } =
    [
        new KeyCase<bool, OfBool>("bools", BoolKeys, static (key, n) => new OfBool { Key = key, N = n }, static (shelf, list) => shelf.Bools = list, OfBool.CompareByKey,
            static (payload, key) => View(payload).Bools.TryFind(key, out OfBool.View found) ? (found.Key, found.N) : null),
        new KeyCase<sbyte, OfByte>("bytes", ByteKeys, static (key, n) => new OfByte { Key = key, N = n }, static (shelf, list) => shelf.Bytes = list, OfByte.CompareByKey,
            static (payload, key) => View(payload).Bytes.TryFind(key, out OfByte.View found) ? (found.Key, found.N) : null),
        new KeyCase<byte, OfUByte>("ubytes", UByteKeys, static (key, n) => new OfUByte { Key = key, N = n }, static (shelf, list) => shelf.Ubytes = list, OfUByte.CompareByKey,
            static (payload, key) => View(payload).Ubytes.TryFind(key, out OfUByte.View found) ? (found.Key, found.N) : null),
        new KeyCase<short, OfShort>("shorts", ShortKeys, static (key, n) => new OfShort { Key = key, N = n }, static (shelf, list) => shelf.Shorts = list, OfShort.CompareByKey,
            static (payload, key) => View(payload).Shorts.TryFind(key, out OfShort.View found) ? (found.Key, found.N) : null),
        new KeyCase<ushort, OfUShort>("ushorts", UShortKeys, static (key, n) => new OfUShort { Key = key, N = n }, static (shelf, list) => shelf.Ushorts = list, OfUShort.CompareByKey,
            static (payload, key) => View(payload).Ushorts.TryFind(key, out OfUShort.View found) ? (found.Key, found.N) : null),
        new KeyCase<int, OfInt>("ints", IntKeys, static (key, n) => new OfInt { Key = key, N = n }, static (shelf, list) => shelf.Ints = list, OfInt.CompareByKey,
            static (payload, key) => View(payload).Ints.TryFind(key, out OfInt.View found) ? (found.Key, found.N) : null),
        new KeyCase<uint, OfUInt>("uints", UIntKeys, static (key, n) => new OfUInt { Key = key, N = n }, static (shelf, list) => shelf.Uints = list, OfUInt.CompareByKey,
            static (payload, key) => View(payload).Uints.TryFind(key, out OfUInt.View found) ? (found.Key, found.N) : null),
        new KeyCase<long, OfLong>("longs", LongKeys, static (key, n) => new OfLong { Key = key, N = n }, static (shelf, list) => shelf.Longs = list, OfLong.CompareByKey,
            static (payload, key) => View(payload).Longs.TryFind(key, out OfLong.View found) ? (found.Key, found.N) : null),
        new KeyCase<ulong, OfULong>("ulongs", ULongKeys, static (key, n) => new OfULong { Key = key, N = n }, static (shelf, list) => shelf.Ulongs = list, OfULong.CompareByKey,
            static (payload, key) => View(payload).Ulongs.TryFind(key, out OfULong.View found) ? (found.Key, found.N) : null),
        new KeyCase<float, OfFloat>("floats", FloatKeys, static (key, n) => new OfFloat { Key = key, N = n }, static (shelf, list) => shelf.Floats = list, OfFloat.CompareByKey,
            static (payload, key) => View(payload).Floats.TryFind(key, out OfFloat.View found) ? (found.Key, found.N) : null),
        new KeyCase<double, OfDouble>("doubles", DoubleKeys, static (key, n) => new OfDouble { Key = key, N = n }, static (shelf, list) => shelf.Doubles = list, OfDouble.CompareByKey,
            static (payload, key) => View(payload).Doubles.TryFind(key, out OfDouble.View found) ? (found.Key, found.N) : null),
        new KeyCase<Rank, OfRank>("ranks", RankKeys, static (key, n) => new OfRank { Key = key, N = n }, static (shelf, list) => shelf.Ranks = list, OfRank.CompareByKey,
            static (payload, key) => View(payload).Ranks.TryFind(key, out OfRank.View found) ? (found.Key, found.N) : null),
        new KeyCase<string, OfText>("texts", TextKeys, static (key, n) => new OfText { Key = key, N = n }, static (shelf, list) => shelf.Texts = list, OfText.CompareByKey,
            static (payload, key) => View(payload).Texts.TryFind(Encoding.UTF8.GetBytes(key), out OfText.View found) ? (found.Key!, found.N) : null),
        new KeyCase<bool, BoolEntry>("bool_entries", BoolKeys, static (key, n) => new BoolEntry { Key = key, N = n }, static (shelf, list) => shelf.BoolEntries = list, BoolEntry.CompareByKey,
            static (payload, key) => BoolEntry.TryFind(View(payload).BoolEntries, key, out BoolEntry found) ? (found.Key, found.N) : null),
        new KeyCase<sbyte, ByteEntry>("byte_entries", ByteKeys, static (key, n) => new ByteEntry { Key = key, N = n }, static (shelf, list) => shelf.ByteEntries = list, ByteEntry.CompareByKey,
            static (payload, key) => ByteEntry.TryFind(View(payload).ByteEntries, key, out ByteEntry found) ? (found.Key, found.N) : null),
        new KeyCase<byte, UByteEntry>("ubyte_entries", UByteKeys, static (key, n) => new UByteEntry { Key = key, N = n }, static (shelf, list) => shelf.UbyteEntries = list, UByteEntry.CompareByKey,
            static (payload, key) => UByteEntry.TryFind(View(payload).UbyteEntries, key, out UByteEntry found) ? (found.Key, found.N) : null),
        new KeyCase<short, ShortEntry>("short_entries", ShortKeys, static (key, n) => new ShortEntry { Key = key, N = n }, static (shelf, list) => shelf.ShortEntries = list, ShortEntry.CompareByKey,
            static (payload, key) => ShortEntry.TryFind(View(payload).ShortEntries, key, out ShortEntry found) ? (found.Key, found.N) : null),
        new KeyCase<ushort, UShortEntry>("ushort_entries", UShortKeys, static (key, n) => new UShortEntry { Key = key, N = n }, static (shelf, list) => shelf.UshortEntries = list, UShortEntry.CompareByKey,
            static (payload, key) => UShortEntry.TryFind(View(payload).UshortEntries, key, out UShortEntry found) ? (found.Key, found.N) : null),
        new KeyCase<int, IntEntry>("int_entries", IntKeys, static (key, n) => new IntEntry { Key = key, N = n }, static (shelf, list) => shelf.IntEntries = list, IntEntry.CompareByKey,
            static (payload, key) => IntEntry.TryFind(View(payload).IntEntries, key, out IntEntry found) ? (found.Key, found.N) : null),
        new KeyCase<uint, UIntEntry>("uint_entries", UIntKeys, static (key, n) => new UIntEntry { Key = key, N = n }, static (shelf, list) => shelf.UintEntries = list, UIntEntry.CompareByKey,
            static (payload, key) => UIntEntry.TryFind(View(payload).UintEntries, key, out UIntEntry found) ? (found.Key, found.N) : null),
        new KeyCase<long, LongEntry>("long_entries", LongKeys, static (key, n) => new LongEntry { Key = key, N = n }, static (shelf, list) => shelf.LongEntries = list, LongEntry.CompareByKey,
            static (payload, key) => LongEntry.TryFind(View(payload).LongEntries, key, out LongEntry found) ? (found.Key, found.N) : null),
        new KeyCase<ulong, ULongEntry>("ulong_entries", ULongKeys, static (key, n) => new ULongEntry { Key = key, N = n }, static (shelf, list) => shelf.UlongEntries = list, ULongEntry.CompareByKey,
            static (payload, key) => ULongEntry.TryFind(View(payload).UlongEntries, key, out ULongEntry found) ? (found.Key, found.N) : null),
        new KeyCase<float, FloatEntry>("float_entries", FloatKeys, static (key, n) => new FloatEntry { Key = key, N = n }, static (shelf, list) => shelf.FloatEntries = list, FloatEntry.CompareByKey,
            static (payload, key) => FloatEntry.TryFind(View(payload).FloatEntries, key, out FloatEntry found) ? (found.Key, found.N) : null),
        new KeyCase<double, DoubleEntry>("double_entries", DoubleKeys, static (key, n) => new DoubleEntry { Key = key, N = n }, static (shelf, list) => shelf.DoubleEntries = list, DoubleEntry.CompareByKey,
            static (payload, key) => DoubleEntry.TryFind(View(payload).DoubleEntries, key, out DoubleEntry found) ? (found.Key, found.N) : null),
        new KeyCase<Rank, RankEntry>("rank_entries", RankKeys, static (key, n) => new RankEntry { Key = key, N = n }, static (shelf, list) => shelf.RankEntries = list, RankEntry.CompareByKey,
            static (payload, key) => RankEntry.TryFind(View(payload).RankEntries, key, out RankEntry found) ? (found.Key, found.N) : null),
    ];

    // The payload does not have to be verified, because searches never throw.
    private static Shelf.View View(ReadOnlySpan<byte> payload) => Shelf.View.TryCreate(payload, out Shelf.View view) ? view : default;
}
