using NUnit.Framework.Api;
using NUnit.Framework.Internal;

namespace Codec.Tests.Mono;

/// <summary>Runs the tests of an assembly with NUnit's runner, on runtimes that the test host does not support.</summary>
internal static class SuiteRunner
{
    /// <summary>Runs the tests, and prints a summary in the format of dotnet test.</summary>
    /// <param name="assembly">The assembly with the tests.</param>
    /// <param name="args">
    /// The start of the full names of the tests to run, or nothing to run all tests. <c>--left-out=FILE</c> names the list of the tests to leave out, and
    /// <c>--journal=FILE</c> a file with which another process continues after a crash.
    /// </param>
    /// <returns>0 if at least one test passed and none failed; otherwise, 1.</returns>
    public static int Run(Assembly assembly, IReadOnlyList<string> args)
    {
        Stopwatch watch = Stopwatch.StartNew();
        NUnitTestAssemblyRunner runner = new(new DefaultTestAssemblyBuilder());
        ITest suite = runner.Load(assembly, new Dictionary<string, object>());
        if (suite.RunState == RunState.NotRunnable)
        {
            Console.WriteLine($"The tests do not load: {suite.Properties.Get(PropertyNames.SkipReason)}");
            return 1;
        }

        string start = args.FirstOrDefault(arg => !LeftOutTests.IsOption(arg) && !RunJournal.IsOption(arg)) ?? string.Empty;
        RunJournal journal = new(args);
        ITestResult result = runner.Run(
            new FailurePrinter(journal), args.Count == 0 ? TestFilter.Empty : new NameFilter(start, LeftOutTests.Read(suite, args), journal));
        int failed = journal.Count(TestStatus.Failed) + result.FailCount + (result.ResultState.Status == TestStatus.Failed && result.FailCount == 0 ? 1 : 0);
        int passed = journal.Count(TestStatus.Passed) + result.PassCount;
        int skipped = journal.Count(TestStatus.Skipped) + result.SkipCount;
        if (failed + passed + skipped == 0)
        {
            Console.WriteLine($"No test has a full name that starts with '{start}'.");
            return 1;
        }

        Console.WriteLine(
            $"{(failed == 0 ? "Passed" : "Failed")}!  - Failed: {failed,5}, Passed: {passed,5}, Skipped: {skipped,5}, "
            + $"Total: {failed + passed + skipped,5}, Duration: {watch.Elapsed.TotalSeconds:0} s - {assembly.GetName().Name} on {Host()}");
        return failed == 0 && passed > 0 ? 0 : 1;
    }

    private static string Host() =>
        Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static)?.Invoke(null, null) is string version
            ? "Mono " + version
            : Environment.Version.ToString();
}
