namespace Codec.Tests.Mono;

/// <summary>Reads the list of the tests that a platform leaves out. Each line is the start of full names, a space, and the reason.</summary>
internal static class LeftOutTests
{
    private const string Option = "--left-out=";

    /// <summary>Prints each line of the list with the number of its tests, and returns the starts of the names.</summary>
    /// <param name="suite">All tests.</param>
    /// <param name="args">The arguments of the program. Without <c>--left-out=FILE</c>, no test is left out.</param>
    /// <exception cref="InvalidDataException">A line has no reason or no tests.</exception>
    public static IReadOnlyList<string> Read(ITest suite, IEnumerable<string> args)
    {
        string? option = args.FirstOrDefault(IsOption);
        if (option is null)
        {
            return [];
        }

        List<string> names = [];
        foreach (string line in File.ReadLines(option.Substring(Option.Length)).Where(line => line.Length > 0 && line[0] != '#'))
        {
            string name = line.Split(' ')[0];
            int count = Leaves(suite).Count(test => test.FullName.StartsWith(name, StringComparison.Ordinal));
            if (count == 0 || name.Length == line.TrimEnd().Length)
            {
                throw new InvalidDataException($"The line \"{line}\" has no {(count == 0 ? "tests" : "reason")}.");
            }

            Console.WriteLine($"  Left out {name} ({count}):{line.Substring(name.Length)}");
            names.Add(name);
        }

        return names;
    }

    public static bool IsOption(string arg) => arg.StartsWith(Option, StringComparison.Ordinal);

    private static IEnumerable<ITest> Leaves(ITest test) => test.IsSuite ? test.Tests.SelectMany(Leaves) : [test];
}
