namespace Codec.Tests.Mono;

/// <summary>Prints each test that failed or was skipped, when it ends.</summary>
internal sealed class FailurePrinter : ITestListener
{
    public void TestStarted(ITest test)
    {
    }

    public void TestFinished(ITestResult result)
    {
        if (result.Test.IsSuite && result.ResultState.Site is FailureSite.Child or FailureSite.Test)
        {
            return;
        }

        switch (result.ResultState.Status)
        {
            case TestStatus.Failed:
                Console.WriteLine($"  Failed {result.FullName}\n{result.Message}\n{result.StackTrace}\n{result.Output}");
                break;
            case TestStatus.Skipped:
                Console.WriteLine($"  Skipped {result.FullName}: {result.Message}");
                break;
        }
    }

    public void TestOutput(TestOutput output)
    {
    }

    public void SendMessage(TestMessage message)
    {
    }
}
