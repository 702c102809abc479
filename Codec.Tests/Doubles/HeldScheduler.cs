namespace Codec.Tests.Doubles;

/// <summary>A scheduler that holds the last scheduled action until the test runs it.</summary>
internal sealed class HeldScheduler : PipeScheduler
{
    private Action _held = static () => Assert.Fail("Nothing was scheduled.");

    public bool RunsAtOnce { get; set; }

    public void Run() => _held();

    public override void Schedule(Action<object?> action, object? state)
    {
        if (RunsAtOnce)
        {
            action(state);
        }
        else
        {
            _held = () => action(state);
        }
    }
}
