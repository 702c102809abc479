using System;
using System.IO;

namespace Codec.Bench.Commands;

/// <summary>The commands of the program.</summary>
internal static class Usage
{
    private const string Text = """
        Usage: dotnet run -c Release --project Codec.Bench -- COMMAND

          [--json]             ranks header writers, ways to make a packet, serializers and streams
          budgets              measures every budget and prints it with its figure; --list only prints the budgets,
                               --filter PATTERN... selects some, --save FILE saves the figures,
                               --compare FILE prints what changed since they were saved
          runtimes             runs the same benchmarks on every installed runtime
          report               measures every section and writes docs/benchmarks.md, docs/benchmarks/ and README.md;
                               --only SECTION[,SECTION...] selects some, --quick measures roughly, --list only prints
                               the sections, --render writes the pages from saved results, --html [FILE] writes one
                               page from saved results
          scale                measures what grows with connections, packets, routes, captures and schemas, against raw
                               sockets; --only GROUP[,GROUP...] selects some
          smoke                runs each benchmark once, without measuring
          --filter '*Name*'    runs BenchmarkDotNet, with all of its options (--info, --list flat, ...)
        """;

    /// <summary>Prints the commands.</summary>
    /// <returns>The exit code for success.</returns>
    internal static int Show()
    {
        Console.Out.WriteLine(Text);
        return 0;
    }

    /// <summary>Prints the name that is no command, and the commands.</summary>
    /// <returns>The exit code for invalid arguments.</returns>
    internal static int Refuse(string name)
    {
        TextWriter error = Console.Error;
        error.WriteLine($"Unknown command '{name}'.");
        error.WriteLine(Text);
        return 2;
    }
}
