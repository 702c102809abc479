namespace Codec.Tests.Cli;

/// <summary>A command of the tool <c>codec</c> that runs while the test reads its output.</summary>
internal abstract class RunningTool : IDisposable
{

    private readonly BlockingCollection<string> _lines = [];
    private readonly List<string> _output = [];

    /// <summary>Gets the standard output.</summary>
    public string Output
    {
        get
        {
            lock (_output)
            {
                return string.Concat(_output.Select(line => line + "\n"));
            }
        }
    }

    /// <summary>Gets the standard error output.</summary>
    public abstract string Errors { get; }

    /// <summary>Waits for a line of the standard output that contains the text.</summary>
    public string WaitForLineWith(string text)
    {
        using CancellationTokenSource limit = new(Limit);
        try
        {
            foreach (string line in _lines.GetConsumingEnumerable(limit.Token))
            {
                if (line.Contains(text, StringComparison.Ordinal))
                {
                    return line;
                }
            }
        }
        catch (OperationCanceledException)
        {
        }

        Assert.Fail($"No line contains '{text}':\n{Output}{Errors}");
        return "";
    }

    /// <summary>Stops the command like Ctrl+C.</summary>
    public abstract void Interrupt();

    /// <summary>Waits until the command ends, and returns its exit code.</summary>
    public abstract int WaitForExit();

    public virtual void Dispose() => _lines.Dispose();

    /// <summary>Adds a line of the standard output, or ends it with <see langword="null"/>.</summary>
    protected void Add(string? line)
    {
        if (line is null)
        {
            _lines.CompleteAdding();
            return;
        }

        lock (_output)
        {
            _output.Add(line);
        }

        _lines.Add(line);
    }
}
