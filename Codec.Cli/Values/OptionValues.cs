using System;
using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;

namespace Codec.Cli.Values;

/// <summary>Makes options and arguments whose values are quantities or addresses.</summary>
public static class OptionValues
{
    private delegate string? Parser<T>(string text, out T value);

    /// <summary>Makes an argument that is an address.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <param name="allowsPortZero">Whether port 0 is allowed.</param>
    /// <returns>The argument.</returns>
    public static Argument<EndPoint> EndPoint(string name, string description, bool allowsPortZero) => new(name)
    {
        Description = description,
        CustomParser = result => Parse(result, (string text, out EndPoint? value) => EndPointText.Parse(text, allowsPortZero, out value))!,
    };

    /// <summary>Makes an option that is a duration, zero by default.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <returns>The option.</returns>
    public static Option<TimeSpan> Duration(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result => Parse<TimeSpan>(result, QuantityText.ParseDuration),
    };

    /// <summary>Makes an option that is a duration, or none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <returns>The option.</returns>
    public static Option<TimeSpan?> OptionalDuration(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result => Parse<TimeSpan>(result, QuantityText.ParseDuration),
    };

    /// <summary>Makes an option that is a rate in bytes per second, or none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <returns>The option.</returns>
    public static Option<double?> Rate(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "RATE",
        CustomParser = result => Parse<double>(result, QuantityText.ParseRate),
    };

    /// <summary>Makes an option that is a share, zero by default.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <returns>The option.</returns>
    public static Option<double> Share(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SHARE",
        CustomParser = result => Parse<double>(result, QuantityText.ParseShare),
    };

    /// <summary>Makes an option that is a speed, or none.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="description">What it is for.</param>
    /// <returns>The option.</returns>
    public static Option<double?> Speed(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "SPEED",
        CustomParser = result => Parse<double>(result, QuantityText.ParseSpeed),
    };

    /// <summary>Rejects a number that is out of range.</summary>
    /// <param name="result">The option.</param>
    /// <param name="least">The least number.</param>
    /// <param name="most">The largest number.</param>
    public static void CheckRange(OptionResult result, int least, int most)
    {
        if (result.Tokens.Count == 1 && int.TryParse(result.Tokens[0].Value, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out int number) && (number < least || number > most))
        {
            result.AddError($"{result.Option.Name}: {number} is out of range; expected {least} to {most}.");
        }
    }

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
