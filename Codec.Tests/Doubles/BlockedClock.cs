namespace Codec.Tests.Doubles;

/// <summary>The system's clock, except that each read of the current time waits for the test.</summary>
internal sealed class BlockedClock : TimeProvider, IDisposable
{
    private readonly ManualResetEventSlim _isReading = new();
    private readonly ManualResetEventSlim _mayContinue = new();

    /// <summary>Waits until the time is read.</summary>
    public bool WaitForReader(TimeSpan limit) => _isReading.Wait(limit);

    /// <summary>Lets this and every later read continue.</summary>
    public void Release() => _mayContinue.Set();

    public override DateTimeOffset GetUtcNow()
    {
        _isReading.Set();
        _mayContinue.Wait();
        return base.GetUtcNow();
    }

    public void Dispose()
    {
        _isReading.Dispose();
        _mayContinue.Dispose();
    }
}
