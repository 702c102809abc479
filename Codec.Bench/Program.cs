using System;
using BenchmarkDotNet.Running;
using Codec.Bench.Commands;
using Codec.Bench.Measuring;

try
{
    switch (args)
    {
        case []:
            return RankingCommand.Run();
        case ["budgets", .. string[] rest]:
            return BudgetsCommand.Run(rest);
        case ["smoke"]:
            return SmokeCommand.Run();
        case [ChildProcess.Verb, string name]:
            ChildProcess.Run(name);
            return 0;
        default:
            BenchmarkSwitcher.FromAssembly(typeof(ChildProcess).Assembly).Run(args);
            return 0;
    }
}
catch (Exception failure) when (failure is ArgumentException or InvalidOperationException or TimeoutException)
{
    Console.Error.WriteLine(failure.Message);
    return 2;
}
