namespace Codec.Cli.Values;

/// <summary>Creates options and arguments whose values are quantities or addresses, and validates paths.</summary>
internal static class OptionValues
{
    private static readonly string[] OtherCaptures = [".pcap", ".gz"];

    /// <summary>Parses a value. Returns the error message for the user, or <see langword="null"/> if the text was parsed.</summary>
    internal delegate string? Parser<T>(string text, out T value);

    public static Argument<EndPoint> EndPoint(string name, string description, bool allowsPortZero, bool isOptional = false) => new(name)
    {
        Description = description,
        Arity = isOptional ? ArgumentArity.ZeroOrOne : ArgumentArity.ExactlyOne,
        CustomParser = result => Parse(result, (string text, out EndPoint? value) => EndPointText.Parse(text, allowsPortZero, out value))!,
    };

    public static Option<TimeSpan?> Duration(string name, string description) => Quantity<TimeSpan>(name, "TIME", description, QuantityText.ParseDuration);

    public static Option<T?> Quantity<T>(string name, string helpName, string description, Parser<T> parse, params string[] aliases)
        where T : struct => new(name, aliases) { Description = description, HelpName = helpName, CustomParser = result => Parse(result, parse) };

    public static Option<int?> Number(string name, string helpName, string description, int min, int max, bool allowsZero = false, params string[] aliases) => Quantity(
        name,
        helpName,
        description,
        (string text, out int number) => int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number) && ((number >= min && number <= max) || (allowsZero && number == 0))
            ? null
            : $"'{text}' is out of range; expected {(allowsZero ? "0, or " : "")}an integer from {min} to {max}.",
        aliases);

    /// <summary>Creates the option of the side that made a capture. Without it, the capture or the default decides.</summary>
    public static Option<string> CapturedBy() => Side("--captured-by", "client (default) or server, if the file does not say.");

    public static Option<string> Side(string name, string description)
    {
        Option<string> option = new(name) { Description = description, HelpName = "SIDE" };
        option.AcceptOnlyFromAmong("client", "server");
        return option;
    }

    /// <summary>Returns whether a side is the server, or <see langword="null"/> if it is not given.</summary>
    public static bool? IsServer(ParseResult result, Option<string> side) => result.GetValue(side) is { } value ? value == "server" : null;

    public static Option<uint[]> Connections() => new("--connection") { Description = "Only this connection; may be repeated.", HelpName = "N" };

    public static Option<string[]> Includes()
    {
        Option<string[]> option = new("--include", "-I") { Description = "A folder of included schemas; may be repeated.", HelpName = "FOLDER" };
        option.Validators.Add(result => RejectEmpty(result, "The path of a folder to search"));
        return option;
    }

    public static Option<int?> Port(int min) =>
        Number("--port", "PORT", $"The server's TCP port; {SharedOptions.DefaultPort} by default.", min, ushort.MaxValue);

    /// <summary>Rejects a path that is empty, or is the path of a folder. Only an argument may be <c>-</c>, the standard input.</summary>
    public static void RejectNoFile(SymbolResult result)
    {
        foreach (Token token in result.Tokens)
        {
            if (string.IsNullOrWhiteSpace(token.Value))
            {
                result.AddError($"{NameOf(result)}: the path must not be empty.");
            }
            else if (Directory.Exists(token.Value))
            {
                result.AddError($"{NameOf(result)}: '{token.Value}' is a folder; expected a file.");
            }
            else if (token.Value == StandardInput.Name && result is OptionResult)
            {
                result.AddError($"{NameOf(result)}: '-' is not the name of a file; expected a path, such as ./- for a file with this name.");
            }
        }
    }

    /// <summary>Rejects the name of a kind of capture that the tool reads but does not write.</summary>
    public static void RejectOtherCapture(OptionResult result)
    {
        if (result.Tokens.Count == 1 && HasExtension(result.Tokens[0].Value, OtherCaptures))
        {
            result.AddError($"{NameOf(result)}: '{result.Tokens[0].Value}' has the name of a pcap or gzip file, which the tool does not write; expected a name that ends in .pcapng for a capture.");
        }
    }

    public static bool HasExtension(string path, string[] extensions) => extensions.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    public static void RejectEmpty(SymbolResult result, string what)
    {
        if (result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)))
        {
            result.AddError($"{what} must not be empty.");
        }
    }

    private static string NameOf(SymbolResult result) => result is OptionResult option ? option.Option.Name : ((ArgumentResult)result).Argument.Name;

    private static T Parse<T>(ArgumentResult result, Parser<T> parse)
    {
        string name = result.Parent is OptionResult option ? option.Option.Name : result.Argument.Name;
        if (result.Tokens.Count != 1)
        {
            result.AddError($"{name} needs one value.");
            return default!;
        }

        if (parse(result.Tokens[0].Value, out T value) is { } wrong)
        {
            result.AddError($"{name}: {wrong}");
        }

        return value;
    }
}
