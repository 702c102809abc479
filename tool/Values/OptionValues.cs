using System;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;

namespace Codec.Cli.Values;

/// <summary>Creates options and arguments whose values are quantities or addresses.</summary>
public static class OptionValues
{
    private static readonly string[] OtherCaptures = [".pcap", ".gz"];

    private delegate string? Parser<T>(string text, out T value);

    /// <summary>Creates an argument that is an address.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <param name="allowsPortZero">Whether port 0 is allowed.</param>
    /// <returns>The argument.</returns>
    public static Argument<EndPoint> EndPoint(string name, string description, bool allowsPortZero) => new(name)
    {
        Description = description,
        CustomParser = result => Parse(result, (string text, out EndPoint? value) => EndPointText.Parse(text, allowsPortZero, out value))!,
    };

    /// <summary>Creates an option that is a duration, zero by default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <returns>The option.</returns>
    public static Option<TimeSpan> Duration(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result => Parse<TimeSpan>(result, QuantityText.ParseDuration),
    };

    /// <summary>Creates an option that is a duration. It has no default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <returns>The option.</returns>
    public static Option<TimeSpan?> OptionalDuration(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result => Parse<TimeSpan>(result, QuantityText.ParseDuration),
    };

    /// <summary>Creates an option that is a rate in bytes per second. It has no default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <returns>The option.</returns>
    public static Option<double?> Rate(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "RATE",
        CustomParser = result => Parse<double>(result, QuantityText.ParseRate),
    };

    /// <summary>Creates an option that is a share, zero by default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <returns>The option.</returns>
    public static Option<double> Share(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SHARE",
        CustomParser = result => Parse<double>(result, QuantityText.ParseShare),
    };

    /// <summary>Creates an option that is a speed. It has no default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="description">The description for the help.</param>
    /// <returns>The option.</returns>
    public static Option<double?> Speed(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SPEED",
        CustomParser = result => Parse<double>(result, QuantityText.ParseSpeed),
    };

    /// <summary>Creates an option that is an integer. It has no default.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="helpName">The placeholder of the value in the help.</param>
    /// <param name="description">The description for the help.</param>
    /// <param name="min">The smallest value.</param>
    /// <param name="max">The largest value.</param>
    /// <param name="allowsZero">Whether 0 is allowed, too.</param>
    /// <param name="aliases">Other names.</param>
    /// <returns>The option.</returns>
    public static Option<int?> Number(string name, string helpName, string description, int min, int max, bool allowsZero = false, params string[] aliases) => new(name, aliases)
    {
        Description = description,
        HelpName = helpName,
        CustomParser = result => Parse(result, (string text, out int number) => int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number) && ((number >= min && number <= max) || (allowsZero && number == 0))
            ? null
            : $"'{text}' is out of range; expected {(allowsZero ? "0, or " : "")}an integer from {min} to {max}."),
    };

    /// <summary>Creates the option of the server's port in a capture of frames.</summary>
    /// <param name="min">The smallest port.</param>
    /// <returns>The option.</returns>
    public static Option<int?> Port(int min) =>
        Number("--port", "PORT", $"The server's TCP port in a capture of frames, {SharedOptions.DefaultPort} by default.", min, ushort.MaxValue);

    /// <summary>Rejects a path that is empty, or is the path of a folder. Only an argument may be <c>-</c>, the standard input.</summary>
    /// <param name="result">The paths of files to read or to write.</param>
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
    /// <param name="result">The path of a file to write.</param>
    public static void RejectOtherCapture(OptionResult result)
    {
        if (result.Tokens.Count == 1 && HasExtension(result.Tokens[0].Value, OtherCaptures))
        {
            result.AddError($"{NameOf(result)}: '{result.Tokens[0].Value}' has the name of a pcap or gzip file, which the tool does not write; expected a name that ends in .pcapng for a capture.");
        }
    }

    /// <summary>Returns whether the name of a file has one of some extensions.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="extensions">The extensions, each with its dot.</param>
    public static bool HasExtension(string path, string[] extensions) => extensions.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    /// <summary>Rejects an empty value of an option.</summary>
    /// <param name="result">The parse result of the option.</param>
    /// <param name="what">The value, for the message.</param>
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
