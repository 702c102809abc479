namespace Codec.Tests.Doubles;

/// <summary>A payload writer that calls back while it measures or writes its one-byte payload.</summary>
public sealed class CallingWriter(Func<Task> call, bool whileMeasuring) : IPayloadWriter<byte>
{
    public int GetMaxSize(in byte message)
    {
        if (whileMeasuring)
        {
            Call();
        }

        return 1;
    }

    public int Write(in byte message, Span<byte> destination)
    {
        destination[0] = message;
        if (!whileMeasuring)
        {
            Call();
        }

        return 1;
    }

    private void Call()
    {
        Task called = call();
        if (called.IsCompleted)
        {
            called.GetAwaiter().GetResult();
        }
    }
}
