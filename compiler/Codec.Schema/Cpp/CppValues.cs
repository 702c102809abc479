namespace Codec.Schema.Cpp;

internal static class CppValues
{
    /// <summary>Returns a C++ expression with the value of a constant. Its C++ type may differ from that of the constant.</summary>
    public static string Literal(ScalarValue value) => value.Type.Form switch
    {
        ScalarForm.Boolean => value.ToString(),
        ScalarForm.Real => Real(value),
        ScalarForm.Unsigned => value + "u",

        // The literal without its sign could be unsigned, or larger than the largest signed number.
        _ when value.Whole == long.MinValue => "-9223372036854775807 - 1",
        _ when value.Whole == int.MinValue => "-2147483647 - 1",
        _ => value.ToString(),
    };

    /// <summary>Returns a text as two arguments: a string literal and its length in bytes. The text can therefore contain zeros.</summary>
    public static string Text(string text) =>
        FormattableString.Invariant($"\"{CppNames.Literal(text)}\", {Encoding.UTF8.GetByteCount(text)}");

    /// <summary>
    /// Returns a text without line breaks, control characters, trailing backslashes and trigraphs, which would end or extend a line
    /// comment.
    /// </summary>
    public static string Comment(string text)
    {
        // A backslash extends the comment even if spaces follow it. With -trigraphs, ??/ is a backslash.
        int end = text.Length;
        while (end > 0 && (text[end - 1] == '\\' || IsBlank(text[end - 1]) || EndsWithTrigraph(text, end)))
        {
            end -= EndsWithTrigraph(text, end) ? 3 : 1;
        }

        return new string(
            [.. text.Take(end).Select(letter => char.IsControl(letter) || letter is '\u2028' or '\u2029' ? ' ' : letter)]).Trim();

        static bool IsBlank(char letter) => char.IsWhiteSpace(letter) || char.IsControl(letter);
    }

    private static bool EndsWithTrigraph(string text, int end) => end >= 3 && string.CompareOrdinal(text, end - 3, "??/", 0, 3) == 0;

    private static string Real(ScalarValue value)
    {
        string type = value.Type.Cpp;
        if (double.IsNaN(value.Real) || double.IsInfinity(value.Real))
        {
            return $"{(value.Real < 0 ? "-" : "")}::std::numeric_limits<{type}>::{(double.IsNaN(value.Real) ? "quiet_NaN" : "infinity")}()";
        }

        string digits = value.ToString();
        return (digits.IndexOfAny(['.', 'E']) < 0 ? digits + ".0" : digits) + (type == "float" ? "f" : "");
    }
}
