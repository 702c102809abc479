using System;
using Codec.Compat;
using Codec.Payloads;

namespace Codec.Generated;

public static partial class GeneratedReader
{
    /// <summary>Reads a text into an object that may hold it already.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="slot">The offset's place, or 0.</param>
    /// <param name="value">What the object holds, and what it is to hold; kept where it equals the payload's text, so that nothing is allocated.</param>
    /// <param name="fallback">The text where the payload has none.</param>
    /// <param name="budget">What may still be read.</param>
    /// <returns><see langword="false"/> where nothing more may be read.</returns>
    public static bool ReadText(ReadOnlySpan<byte> buffer, int slot, ref string? value, string? fallback, ref GeneratedBudget budget)
    {
        int start = Vector(buffer, slot, 1, out int count);
        if (start == 0)
        {
            value = fallback;
            return true;
        }

        if (!budget.TakeText(count))
        {
            return false;
        }

        ReadOnlySpan<byte> utf8 = SpanPart.Of(buffer, start, count);
        if (value is null || !IsAscii(value, utf8))
        {
            value = Utf8Text.GetString(utf8);
        }

        return true;
    }

    /// <summary>Reads a vector of numbers or structs into an object's list, whose memory is used again.</summary>
    /// <typeparam name="T">The elements.</typeparam>
    /// <param name="isPresent">Whether the payload has the vector.</param>
    /// <param name="values">Its elements.</param>
    /// <param name="list">The list; <see langword="null"/> afterwards where the payload has none.</param>
    /// <param name="budget">What may still be read.</param>
    /// <returns><see langword="false"/> where nothing more may be read.</returns>
    public static bool ReadVector<T>(bool isPresent, ReadOnlySpan<T> values, ref FieldList<T>? list, ref GeneratedBudget budget)
        where T : unmanaged
    {
        if (!isPresent)
        {
            list = null;
            return true;
        }

        if (!budget.TakeVector<T>(values.Length))
        {
            return false;
        }

        list ??= new FieldList<T>();
        values.CopyTo(list.SetCount(values.Length));
        return true;
    }

    /// <summary>Reads a vector of bools into an object's list, whose memory is used again; every byte but 0 is true.</summary>
    /// <param name="isPresent">Whether the payload has the vector.</param>
    /// <param name="values">Its bytes.</param>
    /// <param name="list">The list; <see langword="null"/> afterwards where the payload has none.</param>
    /// <param name="budget">What may still be read.</param>
    /// <returns><see langword="false"/> where nothing more may be read.</returns>
    public static bool ReadBooleans(bool isPresent, ReadOnlySpan<byte> values, ref FieldList<bool>? list, ref GeneratedBudget budget)
    {
        if (!isPresent)
        {
            list = null;
            return true;
        }

        if (!budget.TakeVector<bool>(values.Length))
        {
            return false;
        }

        list ??= new FieldList<bool>();
        Span<bool> target = list.SetCount(values.Length);
        for (int i = 0; i < target.Length; i++)
        {
            target[i] = values[i] != 0;
        }

        return true;
    }

    /// <summary>Reads a vector of texts into an object's list, whose memory is used again.</summary>
    /// <param name="isPresent">Whether the payload has the vector.</param>
    /// <param name="values">Its texts.</param>
    /// <param name="list">The list; <see langword="null"/> afterwards where the payload has none.</param>
    /// <param name="budget">What may still be read.</param>
    /// <returns><see langword="false"/> where nothing more may be read.</returns>
    public static bool ReadTexts(bool isPresent, TextVector values, ref FieldList<string>? list, ref GeneratedBudget budget)
    {
        if (!isPresent)
        {
            list = null;
            return true;
        }

        if (!budget.TakeVector<string>(values.Count))
        {
            return false;
        }

        list ??= new FieldList<string>();
        Span<string> target = list.SetCount(values.Count);
        for (int i = 0; i < target.Length; i++)
        {
            ReadOnlySpan<byte> utf8 = values[i];
            if (!budget.TakeText(utf8.Length))
            {
                return false;
            }

            if (target[i] is null || !IsAscii(target[i], utf8))
            {
                target[i] = Utf8Text.GetString(utf8);
            }
        }

        return true;
    }

    private static bool IsAscii(string value, ReadOnlySpan<byte> utf8)
    {
        if (value.Length != utf8.Length)
        {
            return false;
        }

        for (int i = 0; i < utf8.Length; i++)
        {
            if (value[i] != utf8[i] || utf8[i] >= 0x80)
            {
                return false;
            }
        }

        return true;
    }
}
