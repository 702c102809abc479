using Microsoft.VisualStudio.Threading;
using StreamJsonRpc;

namespace Codec.Cli.Lsp;

/// <summary>The command <c>codec lsp</c>.</summary>
internal static class LspCommand
{
    public static Command Create(IAnsiConsole error)
    {
        Option<string[]> includes = OptionValues.Includes();
        Option<string> against = new("--against") { Description = "Warn of changes that break this git revision.", HelpName = "REVISION" };
        Command command = new("lsp", "Serve an editor (Language Server Protocol). Example: codec lsp --against v1.4.0")
        {
            includes, against,
        };
        command.SetAction(result => ExitCode.Of(error, () =>
        {
            SchemaWorkspace workspace = new([.. (result.GetValue(includes) ?? []).Select(Path.GetFullPath)], result.GetValue(against));
            using Stream input = Console.OpenStandardInput();
            using Stream output = Console.OpenStandardOutput();
            RunAsync(workspace, input, output).GetAwaiter().GetResult();
            return ExitCode.Ok;
        }));
        return command;
    }

    /// <summary>Serves an editor until it sends <c>exit</c>, or its stream ends.</summary>
    internal static async Task RunAsync(SchemaWorkspace workspace, Stream input, Stream output)
    {
        using HeaderDelimitedMessageHandler handler = new(output, input, new SystemTextJsonFormatter());
        using JsonRpc rpc = new(handler) { SynchronizationContext = new NonConcurrentSynchronizationContext(sticky: false) };
        rpc.AddLocalRpcTarget(new LanguageServer(workspace, diagnostics => _ = rpc.NotifyWithParameterObjectAsync("textDocument/publishDiagnostics", diagnostics)));
        TaskCompletionSource exit = new(TaskCreationOptions.RunContinuationsAsynchronously);
        rpc.AddLocalRpcMethod("exit", new Action(() => exit.TrySetResult()));
        rpc.StartListening();

        // A read of the standard input cannot be cancelled.
        await Task.WhenAny(rpc.Completion, exit.Task).ConfigureAwait(false);
    }
}
