namespace Codec.Tests;

/// <summary>
/// Settings of tests that try many cases, from environment variables. If CI=true, such a test tries ten times as many cases, because the README's test
/// command should not take minutes.
/// </summary>
internal static class RandomCases
{
    private const int InCI = 10;

    /// <summary>Gets whether the tests run in continuous integration.</summary>
    public static bool IsCI { get; } = string.Equals(Environment.GetEnvironmentVariable("CI"), "true", StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns the number of cases of a test.</summary>
    /// <param name="variable">The environment variable that sets the number.</param>
    /// <param name="count">The number of cases if CI=true and the variable is not set. Otherwise, a tenth of them.</param>
    public static int Count(string variable, int count) => (int?)Number(variable) ?? Count(count);

    /// <summary>Returns the number of cases of a test.</summary>
    /// <param name="count">The number of cases if CI=true. Otherwise, a tenth of them, but at least one.</param>
    public static int Count(int count) => IsCI ? count : Math.Max(1, count / InCI);

    /// <summary>Returns the cases if CI=true. Otherwise, every tenth of them.</summary>
    public static IEnumerable<T> Some<T>(IEnumerable<T> cases) => IsCI ? cases : cases.Where((_, index) => index % InCI == 0);

    /// <summary>Skips a test that repeats another one with a second version of a program or another runtime, unless CI=true.</summary>
    public static void RequireCI()
    {
        if (!IsCI)
        {
            Assert.Ignore("Set CI=true to run this test: another one does the same with another version or runtime.");
        }
    }

    /// <summary>Prints and returns the seed of a test's random values.</summary>
    /// <param name="fixedSeed">A seed that is the same in each run, or null to choose another in each run.</param>
    public static int Seed(int? fixedSeed = null)
    {
        int seed = fixedSeed ?? Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        return seed;
    }

    /// <summary>Returns the number in an environment variable, or null if it is not set.</summary>
    public static long? Number(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? long.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture) : null;
}
