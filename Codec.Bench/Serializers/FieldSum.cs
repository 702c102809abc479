namespace Codec.Bench.Serializers;

/// <summary>Computes the checksum of a message. The generated views and the hand-written code add the fields in the same order.</summary>
/// <remarks>
/// Adding must not take longer than reading, because the benchmark would then measure the additions. In the two large messages, all sides therefore
/// add integers as integers. When integers were added to floats, each of the snapshot's 500 structs took ten additions and four conversions: 17
/// operations for the two units of a processor that do both, so 8.5 cycles, while reading the ten fields takes four. The measured speed of the
/// generated view was then 1.8 or 2.3 times that of flatc's accessors, in one process and with the same code of the JIT. It depended on the core's
/// other hardware thread: if that is busy, the side with more instructions slows down more. In the inventory, each modifier was converted, and waited
/// for the previous addition.
/// </remarks>
internal static class FieldSum
{
    /// <summary>Returns a checksum of a string without reading all of it.</summary>
    internal static int Of(string text) => text.Length == 0 ? 0 : text.Length + text[0];
}
