using Codec.Packets.HeaderWriters;

namespace Codec.Packets;

/// <content>The header writers of the library.</content>
public readonly partial struct PacketHeader
{
    /// <summary>
    /// Gets all header writers, in the order in which the benchmarks list them. The library writes as
    /// <see cref="UnalignedStoreHeaderWriter"/> does, the fastest on .NET and on Mono.
    /// </summary>
    public static IReadOnlyList<IPacketHeaderWriter> Writers { get; } = Array.AsReadOnly<IPacketHeaderWriter>(
        [new BitConverterHeaderWriter(), new MarshalHeaderWriter(), new ShiftHeaderWriter(), new BinaryPrimitivesHeaderWriter(), new UnalignedStoreHeaderWriter()]);

    /// <summary>Finds a writer by its <see cref="IPacketHeaderWriter.Name"/>, ignoring case.</summary>
    /// <param name="name">The name, such as <c>UnalignedStore</c>.</param>
    /// <returns>The writer, or <see langword="null"/> if none has that name.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is <see langword="null"/>.</exception>
    public static IPacketHeaderWriter? FindWriter(string name)
    {
        Throw.IfNull(name, nameof(name));

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
