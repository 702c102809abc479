using System.Globalization;

namespace Codec.Soak;

/// <summary>The command line.</summary>
/// <param name="Programs">The folder with the C++ programs.</param>
/// <param name="Minutes">How long the rounds go on, if there is no seed.</param>
/// <param name="Seed">The seed of the one round to run, or <see langword="null"/>.</param>
/// <param name="IsChild">Whether the process was started with what the round's environment needs.</param>
internal sealed record SoakOptions(string Programs, double Minutes, int? Seed, bool IsChild)
{
    /// <summary>Reads the command line.</summary>
    /// <returns><see langword="null"/> if it is not one.</returns>
    public static SoakOptions? Parse(string[] arguments) => arguments switch
    {
        [string programs, "--seed", string text] when TryParseSeed(text, out int seed) => new SoakOptions(programs, 0, seed, IsChild: false),
        [string programs, "--child", string text] when TryParseSeed(text, out int seed) => new SoakOptions(programs, 0, seed, IsChild: true),
        [string programs, string text] when double.TryParse(text, CultureInfo.InvariantCulture, out double minutes) && minutes > 0 => new SoakOptions(programs, minutes, null, IsChild: false),
        _ => null,
    };

    private static bool TryParseSeed(string text, out int seed) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out seed);
}
