using System;
using System.IO;

namespace Codec.Bench.Commands;

/// <summary>The commands of the program.</summary>
internal static class Usage
{
    private const string Text = """
        Usage: dotnet run -c Release --project Codec.Bench -- COMMAND

          [--json]             the ranking: header writers, ways to make a packet, serializers, streams
          budgets              every budget beside its figure; --list without measuring, --filter PATTERN... only those;
                               --save FILE keeps the figures, --compare FILE shows what changed since
          runtimes             the same benchmarks on every runtime that is there
          report               measures every section, into docs/benchmarks.md, docs/benchmarks/ and README.md;
                               --only SECTION[,SECTION...] only those, --quick roughly, --list without measuring,
                               --render from saved results, --html [FILE] as one page from saved results
          scale                what grows with connections, packets, routes, captures and schemas, beside raw sockets;
                               --only GROUP[,GROUP...] only those, --save FILE into another file than the report's
          flatbuffers          the FlatBuffers runtime beside C++ and the published package
          smoke                each benchmark once, unmeasured
          --filter '*Name*'    BenchmarkDotNet itself, with all of its options (--info, --list flat, ...)
        """;

    /// <summary>Prints the commands.</summary>
    /// <returns>The exit code for success.</returns>
    internal static int Show()
    {
        Console.Out.WriteLine(Text);
        return 0;
    }

    /// <summary>Prints the argument that is not valid, and the commands.</summary>
    /// <returns>The exit code for invalid arguments.</returns>
    internal static int Refuse(string[] arguments)
    {
        TextWriter error = Console.Error;
        error.WriteLine($"'{string.Join(' ', arguments)}' is not understood.");
        error.WriteLine(Text);
        return 2;
    }
}
