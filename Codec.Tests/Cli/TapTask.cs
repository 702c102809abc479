using Spectre.Console;

namespace Codec.Tests.Cli;

/// <summary>Runs <c>codec tap</c> or <c>codec view</c> in this process, which is faster than in another one.</summary>
internal sealed class TapTask : RunningTool
{
    private readonly CancellationTokenSource _stop = new();
    private readonly StringWriter _errors = new() { NewLine = "\n" };
    private readonly Task<int> _task;

    private TapTask(Func<IAnsiConsole, IAnsiConsole, CancellationToken, Command> create, IEnumerable<string> arguments)
    {
        LineWriter output = new(Add);
        ParseResult result = create(CodecTool.Console(output), CodecTool.Console(_errors), _stop.Token).Parse([.. arguments]);
        _task = Task.Factory.StartNew(
            () =>
            {
                try
                {
                    return ExitCode.Run(result, new InvocationConfiguration { Output = output, Error = _errors });
                }
                finally
                {
                    Add(null);
                }
            },
            TaskCreationOptions.LongRunning);
    }

    public override string Errors => _errors.ToString();

    /// <summary>Starts a tap with the built tool in this process, and with another tool in another process.</summary>
    public static RunningTool Start(IEnumerable<string> arguments) => CodecTool.IsOtherTool ? ToolProcess.Start(arguments.Prepend("tap")) : new TapTask(TapCommand.Create, arguments);

    /// <summary>Starts a view, like <see cref="Start"/>.</summary>
    public static RunningTool StartView(IEnumerable<string> arguments) => CodecTool.IsOtherTool ? ToolProcess.Start(arguments.Prepend("view")) : new TapTask(ViewCommand.Create, arguments);

    public override void Interrupt() => _stop.Cancel();

    public override int WaitForExit()
    {
        Assert.That(_task.Wait(Limit), Is.True, () => $"The tap did not end within {Limit.TotalSeconds:0} seconds:\n{Output}{Errors}");
        return _task.Result;
    }

    public override void Dispose()
    {
        _stop.Cancel();
        Task.WaitAny([_task], Limit);
        _stop.Dispose();
        base.Dispose();
    }

    private sealed class LineWriter(Action<string> add) : TextWriter
    {
        private readonly StringBuilder _line = new();

        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value)
        {
            if (value != '\n')
            {
                _line.Append(value);
                return;
            }

            add(_line.ToString());
            _line.Clear();
        }
    }
}
