using Codec.Internals;

namespace Codec.Tests.Doubles;

/// <summary>
/// Counts the large arrays of <see cref="ArrayPool{T}.Shared"/> that the listener's thread rented after its creation and that are not returned.
/// </summary>
/// <remarks>
/// For code that does not accept a pool of the test. The test host's other threads also rent, and do not count. Any thread may return an array.
/// On Mono, the pool raises no events, so nothing is counted.
/// </remarks>
internal sealed class SharedPoolListener : ArrayPoolListener
{
    // The minimum size: the array in which a connection waits. The test's thread rents smaller arrays for other work, such as writing to the console.
    private const int Large = StreamReadBuffer.WaitingLength;

    private readonly HashSet<int> _out = [];
    private readonly int _thread = Environment.CurrentManagedThreadId;

    /// <summary>Gets whether the pool of the runtime raises events.</summary>
    public static bool HasEvents { get; } = Type.GetType("Mono.Runtime") is null;

    /// <summary>Gets or sets whether arrays that are rented from now on count.</summary>
    public bool CountsRents { get; set; } = true;

    /// <summary>Gets the number of arrays that were rented.</summary>
    public int Rents { get; private set; }

    public int Outstanding
    {
        get
        {
            lock (_out)
            {
                return _out.Count;
            }
        }
    }

    protected override void OnRented(int id, int size)
    {
        if (size < Large || !CountsRents || Environment.CurrentManagedThreadId != _thread)
        {
            return;
        }

        lock (_out)
        {
            _out.Add(id);
            Rents++;
        }
    }

    protected override void OnReturned(int id, int size)
    {
        lock (_out)
        {
            _out.Remove(id);
        }
    }
}
