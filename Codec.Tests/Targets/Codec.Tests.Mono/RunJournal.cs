namespace Codec.Tests.Mono;

/// <summary>
/// A file with the tests of a run that started and ended. If the runtime crashes, the next process that uses the file runs only the tests that did not start. The
/// test that crashed the runtime has failed.
/// </summary>
internal sealed class RunJournal
{
    private const string Option = "--journal=";
    private const string Started = "Started";

    // The last entry of each test.
    private readonly Dictionary<string, string> _outcomes = new(StringComparer.Ordinal);
    private readonly string? _path;

    /// <summary>Reads the file of earlier processes, and prints the tests that they did not end.</summary>
    /// <param name="args">The arguments of the program. Without <c>--journal=FILE</c>, the journal is empty and stays so.</param>
    public RunJournal(IEnumerable<string> args)
    {
        _path = args.FirstOrDefault(IsOption)?.Substring(Option.Length);
        if (_path is null || !File.Exists(_path))
        {
            return;
        }

        foreach (string line in File.ReadAllLines(_path))
        {
            int space = line.IndexOf(' ');
            _outcomes[line.Substring(space + 1)] = line.Substring(0, space);
        }

        foreach (string name in _outcomes.Where(entry => entry.Value == Started).Select(entry => entry.Key).ToList())
        {
            Console.WriteLine($"  Failed {name}\nThe process ended during this test.\n");
            Add(nameof(TestStatus.Failed), name);
            _outcomes[name] = nameof(TestStatus.Failed);
        }
    }

    public static bool IsOption(string arg) => arg.StartsWith(Option, StringComparison.Ordinal);

    /// <summary>Returns whether an earlier process started the test.</summary>
    public bool Contains(ITest test) => _outcomes.ContainsKey(NameOf(test));

    /// <summary>Returns the number of tests of earlier processes that ended with a status.</summary>
    public int Count(TestStatus status) => _outcomes.Values.Count(outcome => outcome == status.ToString());

    public void AddStart(ITest test) => Add(Started, NameOf(test));

    public void AddEnd(ITestResult result) => Add(result.ResultState.Status.ToString(), NameOf(result.Test));

    private static string NameOf(ITest test) => test.FullName.Replace("\\", "\\\\").Replace("\r", "\\r").Replace("\n", "\\n");

    // Each entry is in the file before the test continues.
    private void Add(string outcome, string name)
    {
        if (_path is not null)
        {
            File.AppendAllText(_path, $"{outcome} {name}\n");
        }
    }
}
