namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Computes a hash of all values in the views of a payload. cpp/tests/generated/walk.hpp computes the same hash in C++, so that both languages can be
/// compared. This file is compiled together with the generated views.
/// </summary>
internal struct Content()
{
    // Limits the number of visited tables, because tables can be shared. The limit in walk.hpp is the same.
    private const int MaxTables = 400;

    private int _tables;

    public ulong Hash { get; private set; } = 14695981039346656037;

    /// <summary>Gets whether no more tables are visited.</summary>
    public readonly bool IsFull => _tables > MaxTables;

    /// <summary>Starts a table. Returns <see langword="false"/> if it must not be visited.</summary>
    public bool Enter(bool isPresent)
    {
        Mix(isPresent ? 1UL : 0);
        return isPresent && ++_tables <= MaxTables;
    }

    public void Number<T>(T value)
        where T : unmanaged
    {
        ulong bits = 0;
        Unsafe.WriteUnaligned(ref Unsafe.As<ulong, byte>(ref bits), value);
        Mix(bits);
    }

    public void Optional<T>(T? value)
        where T : unmanaged
    {
        Number(value.HasValue);
        if (value.HasValue)
        {
            Number(value.GetValueOrDefault());
        }
    }

    public void Vector<T>(bool isPresent, ReadOnlySpan<T> elements)
        where T : unmanaged
    {
        Number(isPresent);
        Bytes(MemoryMarshal.AsBytes(elements));
    }

    public void Texts(bool isPresent, TextVector texts)
    {
        Number(isPresent);
        Mix((uint)texts.Count);
        foreach (ReadOnlySpan<byte> utf8 in texts)
        {
            Bytes(utf8);
        }
    }

    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        Mix((uint)bytes.Length);
        while (bytes.Length >= sizeof(ulong))
        {
            Mix(MemoryMarshal.Read<ulong>(bytes));
            bytes = bytes.Slice(sizeof(ulong));
        }

        ulong rest = 0;
        for (int i = 0; i < bytes.Length; i++)
        {
            rest |= (ulong)bytes[i] << (8 * i);
        }

        Mix(rest);
    }

    public void Mix(ulong value)
    {
        ulong hash = unchecked((Hash ^ value) * 1099511628211);
        Hash = hash ^ (hash >> 32);
    }
}
