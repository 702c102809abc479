using System;
using System.Text.Json;

namespace Codec.Json;

public ref partial struct GeneratedJsonReader
{
    private readonly T NumberValue<T>(string? hash)
        where T : struct
    {
        object value = default(T) switch
        {
            bool => BooleanValue(),
            sbyte => (sbyte)Signed(sbyte.MinValue, sbyte.MaxValue, hash),
            byte => (byte)Unsigned(byte.MaxValue, hash),
            short => unchecked((short)Signed(short.MinValue, short.MaxValue, hash)),
            ushort => (ushort)Unsigned(ushort.MaxValue, hash),
            int => unchecked((int)Signed(int.MinValue, int.MaxValue, hash)),
            uint => (uint)Unsigned(uint.MaxValue, hash),
            long => Signed(long.MinValue, long.MaxValue, hash),
            ulong => Unsigned(ulong.MaxValue, hash),
            float => Single(),
            _ => Double(),
        };
        return (T)value;
    }

    private readonly bool BooleanValue()
    {
        if (_reader.TokenType is JsonTokenType.True or JsonTokenType.False)
        {
            return _reader.TokenType == JsonTokenType.True;
        }

        if (_reader.TokenType == JsonTokenType.String && GetString() is "true" or "false")
        {
            return _reader.ValueTextEquals("true");
        }

        if (!TryUnsigned(byte.MaxValue, null, out ulong value))
        {
            Fail($"Expected true, false or an integer from 0 to {byte.MaxValue} instead of {DescribeToken()}.");
        }

        return value != 0;
    }

    // Reads an enum's value or a union's type, which is a name or a number.
    private readonly long NamedValue(GeneratedJsonNames names)
    {
        if (_reader.TokenType != JsonTokenType.Number)
        {
            string text = _reader.TokenType == JsonTokenType.String ? GetString() : string.Empty;
            if (names.TryParse(text, out long number))
            {
                return number;
            }

            if (names.Expected(text) is { } expected)
            {
                Fail($"Expected {expected} instead of {DescribeToken()}.");
            }
        }

        return names.Smallest < 0
            ? Signed(names.Smallest, (long)names.Largest, null)
            : unchecked((long)Unsigned(names.Largest, null));
    }

    private readonly long Signed(long smallest, long largest, string? hash)
    {
        long value = 0;
        bool isNumber = _reader.TokenType switch
        {
            JsonTokenType.Number => _reader.TryGetInt64(out value),
            JsonTokenType.String when hash is not null => TryHash(hash, out value),
            JsonTokenType.String => JsonNumberText.TryParse(GetString(), out value),
            _ => false,
        };
        if (hash is not null && _reader.TokenType == JsonTokenType.String)
        {
            return value;
        }

        if (!isNumber || value < smallest || value > largest)
        {
            Fail($"Expected an integer from {smallest} to {largest} instead of {DescribeToken()}.");
        }

        return value;
    }

    private readonly ulong Unsigned(ulong largest, string? hash)
    {
        if (!TryUnsigned(largest, hash, out ulong value))
        {
            Fail($"Expected an integer from 0 to {largest} instead of {DescribeToken()}.");
        }

        return value;
    }

    private readonly bool TryUnsigned(ulong largest, string? hash, out ulong value)
    {
        value = 0;
        bool isNumber = _reader.TokenType switch
        {
            JsonTokenType.Number => _reader.TryGetUInt64(out value) || IsMinusZero(),
            JsonTokenType.String when hash is not null => TryHash(hash, out value),
            JsonTokenType.String => JsonNumberText.TryParse(GetString(), out value),
            _ => false,
        };
        return isNumber && value <= largest;
    }

    private readonly bool IsMinusZero() => _reader.TryGetInt64(out long value) && value == 0;

    private readonly bool TryHash(string hash, out long value)
    {
        value = unchecked((long)GeneratedJsonHash.Of(hash, GetString()));
        return true;
    }

    private readonly bool TryHash(string hash, out ulong value)
    {
        value = GeneratedJsonHash.Of(hash, GetString());
        return true;
    }

    private readonly float Single()
    {
        if (_reader.TokenType == JsonTokenType.Number && _reader.TryGetSingle(out float value) && !float.IsInfinity(value))
        {
            return value;
        }

        // A double that is out of the range of a float becomes infinite, as in flatc.
        double real = Double();
        return _reader.TokenType == JsonTokenType.String ? JsonNumberText.ToSingle(GetString(), real) : (float)real;
    }

    private readonly double Double()
    {
        if (_reader.TokenType == JsonTokenType.Number)
        {
            return _reader.TryGetDouble(out double number) ? number : Overflow();
        }

        Expect(JsonTokenType.String, "a number");
        string text = GetString();
        if (!JsonNumberText.TryParse(text, out double value))
        {
            Fail($"Expected a number instead of {DescribeToken()}.");
        }

        return value;
    }

    // Older runtimes reject numbers that are too large. Newer ones return infinity, as flatc does.
    private readonly double Overflow()
    {
        ReadOnlySpan<byte> raw = _reader.HasValueSequence ? _reader.ValueSequence.First.Span : _reader.ValueSpan;
        return raw.Length > 0 && raw[0] == '-' ? double.NegativeInfinity : double.PositiveInfinity;
    }
}
