namespace Codec.Cli;

/// <summary>
/// Cancels a token when the user presses Ctrl+C or closes the terminal, or the system ends the process. A second signal ends the process at once.
/// </summary>
internal sealed class StopSignal : IDisposable
{
    // Windows ends the process when the handler of a closed terminal returns, or after five seconds.
    private static readonly TimeSpan WindowsLimit = TimeSpan.FromSeconds(4);

    private readonly CancellationTokenSource _stop = new();
    private readonly TaskCompletionSource _end = new();
    private readonly PosixSignalRegistration[] _registrations;

    public StopSignal() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Handle),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Handle),
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, Handle),
    ];

    public CancellationToken Token => _stop.Token;

    public void Dispose()
    {
        _end.TrySetResult();
        foreach (PosixSignalRegistration registration in _registrations)
        {
            registration.Dispose();
        }

        _stop.Dispose();
    }

    private void Handle(PosixSignalContext context)
    {
        context.Cancel = !_stop.IsCancellationRequested;
        try
        {
            _stop.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The command has ended since the signal.
        }

        if (context.Cancel && OperatingSystem.IsWindows() && context.Signal != PosixSignal.SIGINT)
        {
            _end.Task.Wait(WindowsLimit);
        }
    }
}
