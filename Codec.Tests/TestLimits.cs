namespace Codec.Tests;

/// <summary>Bounds of what would otherwise hang.</summary>
internal static class TestLimits
{
    /// <summary>A run, a command or a wait that takes longer fails.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMinutes(1);
}
