namespace Codec.Tests.Doubles;

/// <summary>
/// An array pool that tracks every rented array. Its arrays contain garbage. It rejects arrays that are returned twice or are not from the
/// pool, and overwrites returned arrays, so that late reads are detected.
/// </summary>
public sealed class CountingPool : ArrayPool<byte>
{
    private readonly Dictionary<byte[], int> _out = [];
    private long _rentedBytes;

    /// <summary>Gets the number of calls that rented an array.</summary>
    public int Rents { get; private set; }

    /// <summary>Gets the number of arrays that are currently rented.</summary>
    public int Outstanding => _out.Count;

    /// <summary>Gets the largest number of bytes that were rented at the same time, by the requested sizes.</summary>
    public long PeakRented { get; private set; }

    /// <summary>Gets whether every array was returned zeroed.</summary>
    public bool AllReturnedClear { get; private set; } = true;

    /// <summary>Gets or sets the number of arrays that can still be rented.</summary>
    public int RentsUntilFailure { get; set; } = int.MaxValue;

    /// <summary>Gets or sets the exception that is thrown after these.</summary>
    public Exception Failure { get; set; } = new InsufficientMemoryException();

    /// <summary>Gets the requested size of the last call, in bytes.</summary>
    public int LastLength { get; private set; }

    public override byte[] Rent(int minimumLength)
    {
        LastLength = minimumLength;
        if (RentsUntilFailure == 0)
        {
            throw Failure;
        }

        RentsUntilFailure--;

        // As in other pools, arrays may be longer than requested. They are never zeroed.
        byte[] array = new byte[minimumLength + 7];
        array.AsSpan().Fill(0xCD);
        _out.Add(array, minimumLength);
        Rents++;
        _rentedBytes += minimumLength;
        PeakRented = Math.Max(PeakRented, _rentedBytes);
        return array;
    }

    public override void Return(byte[] array, bool clearArray = false)
    {
        if (!_out.TryGetValue(array, out int length))
        {
            throw new InvalidOperationException("The array was returned twice, or is not of this pool.");
        }

        _out.Remove(array);
        _rentedBytes -= length;
        if (clearArray)
        {
            Array.Clear(array, 0, array.Length);
        }

        AllReturnedClear &= array.All(b => b == 0);
        array.AsSpan().Fill(0xEE);
    }
}
