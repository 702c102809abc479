using FsCheck;
using Microsoft.FSharp.Collections;
using Microsoft.FSharp.Core;

namespace Codec.Tests;

/// <summary>
/// Throws if a property fails, as FsCheck's own runner does, but writes nothing if it passes: the console may belong to another test
/// (<c>PrintedText</c>), and the formatting of FSharp.Core throws on Mono for s390x.
/// </summary>
internal sealed class PropertyRunner : IRunner
{
    /// <summary>Returns the settings of a property that is tried with random values and throws if it fails.</summary>
    /// <param name="values">The number of values.</param>
    public static Config Config(int values) => FsCheck.Config.QuickThrowOnFailure.WithMaxTest(values).WithRunner(new PropertyRunner());

    public void OnStartFixture(Type t)
    {
    }

    public void OnArguments(int ntest, FSharpList<object> args, FSharpFunc<int, FSharpFunc<FSharpList<object>, string>> every)
    {
    }

    public void OnShrink(FSharpList<object> args, FSharpFunc<FSharpList<object>, string> everyShrink)
    {
    }

    public void OnFinished(string name, TestResult testResult)
    {
        if (!testResult.IsPassed)
        {
            FsCheck.Config.QuickThrowOnFailure.Runner.OnFinished(name, testResult);
        }
    }
}
