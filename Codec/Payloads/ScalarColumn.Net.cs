#if NET
using System.Numerics;
using System.Runtime.Intrinsics;

namespace Codec.Payloads;

/// <content>The processor's vectors. They halve the time to pack structs of 18 KB.</content>
internal static partial class ScalarColumn
{
    static partial void LoadFlagVectors(byte[] bytes, ref int at, ref int count, ulong[] flags, int to, ref long flag)
    {
        // Most vectors have at most 32 elements, and need one step.
        do
        {
            ulong zeros = Vector256.Equals(Vector256.LoadUnsafe(ref bytes[at]), Vector256<byte>.Zero).ExtractMostSignificantBits();
            int length = Math.Min(32, count);
            AddFlags(flags, to, flag, ~zeros & ((1UL << length) - 1));
            (at, flag, count) = (at + length, flag + length, count - length);
        }
        while (count > 0);
    }

    static partial void VisitVectors(ref ulong value, int count, int unused, ref ColumnSpread spread, ref int done)
    {
        Vector<ulong> any = default;
        Vector<ulong> least = new(spread.Least);
        Vector<ulong> most = least;
        Vector<ulong> different = default;
        Vector<ulong> steps = default;
        for (; done <= count - Vector<ulong>.Count; done += Vector<ulong>.Count)
        {
            Vector<ulong> numbers = Vector.LoadUnsafe(ref value, (nuint)done);
            Vector<ulong> step = Vector.ShiftLeft(numbers - Vector.LoadUnsafe(ref value, (nuint)done - 1), unused);
            any |= numbers;
            least = Vector.Min(least, numbers);
            most = Vector.Max(most, numbers);
            different |= step;
            steps |= step ^ Vector.AsVectorUInt64(Vector.LessThan(Vector.AsVectorInt64(step), Vector<long>.Zero));
        }

        for (int i = 0; i < Vector<ulong>.Count; i++)
        {
            spread.Any |= any[i];
            spread.Least = Math.Min(spread.Least, least[i]);
            spread.Most = Math.Max(spread.Most, most[i]);
            spread.Steps |= (steps[i] >> unused << 1) | (different[i] != 0 ? 1UL : 0);
        }
    }
}
#endif
