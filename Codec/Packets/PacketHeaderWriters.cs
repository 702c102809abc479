using System;
using System.Collections.Generic;
using Codec.Packets.HeaderWriters;

namespace Codec.Packets;

/// <summary>The header writers of the library, and the one that it uses. Thread-safe.</summary>
public static class PacketHeaderWriters
{
    private static readonly IPacketHeaderWriter[] Writers =
    [
        new BitConverterHeaderWriter(),
        new MarshalHeaderWriter(),
        new ShiftHeaderWriter(),
        new BinaryPrimitivesHeaderWriter(),
        new UnalignedStoreHeaderWriter(),
    ];

    /// <summary>Gets all writers, in the order in which the benchmarks list them.</summary>
    public static IReadOnlyList<IPacketHeaderWriter> All { get; } = Array.AsReadOnly(Writers);

    /// <summary>Gets the writer that the library uses: <see cref="UnalignedStoreHeaderWriter"/>, the fastest on .NET and on Mono.</summary>
    public static UnalignedStoreHeaderWriter Default => default;

    /// <summary>Finds a writer by its <see cref="IPacketHeaderWriter.Name"/>, ignoring case.</summary>
    /// <param name="name">The name, such as <c>UnalignedStore</c>.</param>
    /// <returns>The writer, or <see langword="null"/> if none has that name.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is <see langword="null"/>.</exception>
    public static IPacketHeaderWriter? Find(string name)
    {
        if (name is null)
        {
            Throw.ArgumentNull(nameof(name));
        }

        foreach (IPacketHeaderWriter writer in Writers)
        {
            if (string.Equals(writer.Name, name, StringComparison.OrdinalIgnoreCase))
            {
                return writer;
            }
        }

        return null;
    }
}
