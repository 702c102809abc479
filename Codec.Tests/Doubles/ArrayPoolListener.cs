using System.Diagnostics.Tracing;

namespace Codec.Tests.Doubles;

/// <summary>Receives the events of <see cref="ArrayPool{T}.Shared"/> on all threads.</summary>
/// <remarks>While a listener exists, every rent and return in the process allocates on the calling thread. Mono's pool raises no events.</remarks>
internal abstract class ArrayPoolListener : EventListener
{
    private const int Rented = 1;
    private const int Returned = 3;

    private EventSource? _source;

    public override void Dispose()
    {
        if (_source is not null)
        {
            DisableEvents(_source);
        }

        base.Dispose();
    }

    /// <summary>Called when an array was rented. The id is a hash code, so two arrays can have the same one.</summary>
    protected abstract void OnRented(int id, int size);

    /// <summary>Called when an array was returned, even if it was rented before this object was created.</summary>
    protected abstract void OnReturned(int id, int size);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Buffers.ArrayPoolEventSource")
        {
            _source = eventSource;
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.Payload is not [int id, int size, ..])
        {
            return;
        }

        if (eventData.EventId == Rented)
        {
            OnRented(id, size);
        }
        else if (eventData.EventId == Returned)
        {
            OnReturned(id, size);
        }
    }
}
