namespace Codec.Interpreter;

internal sealed partial class PayloadJsonReader
{
    private void Number(PayloadType type, int place, JsonElement value, string? hash)
    {
        // flatc does not hash strings for 16-bit numbers.
        ulong bits = type.Names is { } names ? Named(names, value)
            : value.ValueKind == JsonValueKind.String && hash?.EndsWith("_16", StringComparison.Ordinal) == false ? FieldHash.Of(hash, GetString(value))
            : Scalar(type.Scalar, value);
        PayloadNumbers.Store(_builder.At(place), type.Scalar, bits);
    }

    private ulong Scalar(ScalarKind kind, JsonElement value)
    {
        ScalarType type = ScalarType.Of(kind);
        return type.Form switch
        {
            ScalarForm.Boolean => Boolean(value) ? 1UL : 0,
            ScalarForm.Signed => unchecked((ulong)Signed(value, type.Smallest, (long)type.Largest)),
            ScalarForm.Unsigned => Unsigned(value, type.Largest),

            // A double of a decimal text would be rounded twice.
            _ => type.ToBits(kind == ScalarKind.Float ? Single(value) : Double(value)),
        };
    }

    private bool Boolean(JsonElement value)
    {
        string? text = value.ValueKind == JsonValueKind.String ? GetString(value) : null;
        if (value.ValueKind is JsonValueKind.True or JsonValueKind.False || text is "true" or "false")
        {
            return value.ValueKind == JsonValueKind.True || text == "true";
        }

        if (!TryUnsigned(value, byte.MaxValue, out ulong number))
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
            ? unchecked((ulong)Signed(value, names.Smallest, (long)names.Largest))
            : Unsigned(value, names.Largest);
    }

    private long Signed(JsonElement value, long smallest, long largest)
    {
        long number = 0;
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

    private ulong Unsigned(JsonElement value, ulong largest)
    {
        if (!TryUnsigned(value, largest, out ulong number))
        {
            Fail($"Expected an integer from 0 to {largest} instead of {Shown(value)}.");
        }

        return number;
    }

    private bool TryUnsigned(JsonElement value, ulong largest, out ulong number)
    {
        number = 0;
        bool isNumber = value.ValueKind switch
        {
            JsonValueKind.Number => value.TryGetUInt64(out number) || (value.TryGetInt64(out long zero) && zero == 0),
            JsonValueKind.String => JsonNumberText.TryParse(GetString(value), out number),
            _ => false,
        };
        return isNumber && number <= largest;
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
