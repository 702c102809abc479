using System;

namespace Codec.Interpreter;

internal sealed partial class PayloadJsonReader
{
    private void Number(PayloadType type, int place, JsonElement value, string? hash)
    {
        // flatc does not hash strings for 16-bit numbers.
        hash = type.Names is not null || hash?.EndsWith("_16", StringComparison.Ordinal) == true ? null : hash;
        ulong bits = type.Names is { } names ? Named(names, value) : Scalar(type.Scalar, value, hash);
        PayloadNumbers.Store(_builder.At(place), type.Scalar, bits);
    }

    private ulong Scalar(ScalarKind kind, JsonElement value, string? hash)
    {
        ScalarType type = ScalarType.Of(kind);
        return type.Form switch
        {
            ScalarForm.Boolean => Boolean(value) ? 1UL : 0,
            ScalarForm.Signed => unchecked((ulong)Signed(value, type.Smallest, (long)type.Largest, hash)),
            ScalarForm.Unsigned => Unsigned(value, type.Largest, hash),

            // A double of a decimal text would be rounded twice.
            _ => type.ToBits(kind == ScalarKind.Float ? Single(value) : Double(value)),
        };
    }

    private bool Boolean(JsonElement value)
    {
        if (value.ValueKind is JsonValueKind.True or JsonValueKind.False)
        {
            return value.ValueKind == JsonValueKind.True;
        }

        if (value.ValueKind == JsonValueKind.String && GetString(value) is "true" or "false")
        {
            return value.ValueEquals("true");
        }

        if (!TryUnsigned(value, byte.MaxValue, null, out ulong number))
        {
            Fail($"Expected true, false or an integer from 0 to {byte.MaxValue} instead of {Shown(value)}.");
        }

        return number != 0;
    }

    // Returns the number of an enum value or a union member.
    private ulong Named(PayloadNames names, JsonElement value)
    {
        if (value.ValueKind != JsonValueKind.Number)
        {
            string text = value.ValueKind == JsonValueKind.String ? GetString(value) : "";
            if (names.TryParse(text, out long number))
            {
                return unchecked((ulong)number);
            }

            if (names.Expected(text) is { } expected)
            {
                Fail($"Expected {expected} instead of {Shown(value)}.");
            }
        }

        return names.Smallest < 0
            ? unchecked((ulong)Signed(value, names.Smallest, (long)names.Largest, null))
            : Unsigned(value, names.Largest, null);
    }

    private long Signed(JsonElement value, long smallest, long largest, string? hash)
    {
        long number = 0;
        if (hash is not null && value.ValueKind == JsonValueKind.String)
        {
            return unchecked((long)FieldHash.Of(hash, GetString(value)));
        }

        bool isNumber = value.ValueKind switch
        {
            JsonValueKind.Number => value.TryGetInt64(out number),
            JsonValueKind.String => JsonNumberText.TryParse(GetString(value), out number),
            _ => false,
        };
        if (!isNumber || number < smallest || number > largest)
        {
            Fail($"Expected an integer from {smallest} to {largest} instead of {Shown(value)}.");
        }

        return number;
    }

    private ulong Unsigned(JsonElement value, ulong largest, string? hash)
    {
        if (!TryUnsigned(value, largest, hash, out ulong number))
        {
            Fail($"Expected an integer from 0 to {largest} instead of {Shown(value)}.");
        }

        return number;
    }

    private bool TryUnsigned(JsonElement value, ulong largest, string? hash, out ulong number)
    {
        number = 0;
        bool isNumber = value.ValueKind switch
        {
            JsonValueKind.Number => value.TryGetUInt64(out number) || (value.TryGetInt64(out long zero) && zero == 0),
            JsonValueKind.String when hash is not null => TryHash(hash, value, out number),
            JsonValueKind.String => JsonNumberText.TryParse(GetString(value), out number),
            _ => false,
        };
        return isNumber && number <= largest;
    }

    private bool TryHash(string hash, JsonElement value, out ulong number)
    {
        number = FieldHash.Of(hash, GetString(value));
        return true;
    }

    private float Single(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Number && value.TryGetSingle(out float number) && !float.IsInfinity(number))
        {
            return number;
        }

        // A double that is too large for a float becomes infinite, as in flatc.
        double real = Double(value);
        return value.ValueKind == JsonValueKind.String ? JsonNumberText.ToSingle(GetString(value), real) : (float)real;
    }

    private double Double(JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Number)
        {
            return value.GetDouble();
        }

        Expect(value, JsonValueKind.String, "a number");
        string text = GetString(value);
        if (!JsonNumberText.TryParse(text, out double number))
        {
            Fail($"Expected a number instead of {Shown(value)}.");
        }

        return number;
    }
}
