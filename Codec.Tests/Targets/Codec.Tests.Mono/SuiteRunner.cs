using NUnit.Framework.Api;
using NUnit.Framework.Internal;

namespace Codec.Tests.Mono;

/// <summary>Runs the tests of an assembly with NUnit's runner, on runtimes that the test host does not support.</summary>
internal static class SuiteRunner
{
    /// <summary>Runs the tests, and prints a summary in the format of dotnet test.</summary>
    /// <param name="assembly">The assembly with the tests.</param>
    /// <param name="args">The start of the full names of the tests to run, or nothing to run all tests.</param>
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

        string start = args.Count == 0 ? string.Empty : args[0];
        ITestResult result = runner.Run(new FailurePrinter(), args.Count == 0 ? TestFilter.Empty : new NameFilter(start));
        int failed = result.FailCount + (result.ResultState.Status == TestStatus.Failed && result.FailCount == 0 ? 1 : 0);
        (int passed, int skipped) = (result.PassCount, result.SkipCount);
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
