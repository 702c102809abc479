using System.Globalization;

namespace Codec.Soak;

/// <summary>The options of the command line.</summary>
/// <param name="Programs">The folder with the C++ programs.</param>
/// <param name="Minutes">The total duration of the rounds in minutes, if there is no seed.</param>
/// <param name="Seed">The seed of the only round to run, or <see langword="null"/>.</param>
/// <param name="IsChild">Whether the process was started with the environment of the round.</param>
internal sealed record SoakOptions(string Programs, double Minutes, int? Seed, bool IsChild)
{
    /// <summary>Parses the command line.</summary>
    /// <returns>The options; <see langword="null"/> if the command line is not valid.</returns>
    public static SoakOptions? Parse(string[] arguments) => arguments switch
    {
        [string programs, "--seed", string text] when TryParseSeed(text, out int seed) => new SoakOptions(programs, 0, seed, IsChild: false),
        [string programs, "--child", string text] when TryParseSeed(text, out int seed) => new SoakOptions(programs, 0, seed, IsChild: true),
        [string programs, string text] when double.TryParse(text, CultureInfo.InvariantCulture, out double minutes) && minutes > 0 => new SoakOptions(programs, minutes, null, IsChild: false),
        _ => null,
    };

    private static bool TryParseSeed(string text, out int seed) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out seed);
}
