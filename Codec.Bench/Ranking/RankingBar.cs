using System;

namespace Codec.Bench.Ranking;

/// <summary>A bar of block characters, with a resolution of an eighth of a character.</summary>
public static class RankingBar
{
    private const string Eighths = " ▏▎▍▌▋▊▉";

    /// <summary>
    /// Returns a bar that fills <paramref name="share"/> of <paramref name="width"/> characters. A share above zero is always visible.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="share"/> is not between 0 and 1.</exception>
    public static string Of(double share, int width)
    {
        if (!(share is >= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(nameof(share), share, "A bar's share is between 0 and 1.");
        }

        int eighths = (int)Math.Round(share * width * 8);
        if (eighths == 0 && share > 0)
        {
            eighths = 1;
        }

        string full = new('█', eighths / 8);
        return eighths % 8 == 0 ? full : full + Eighths[eighths % 8];
    }
}
