namespace Codec.Schema.Layout;

/// <summary>
/// Computes a number for the protocol of a schema: packet ids, directions, limits, and the layout of everything that packets refer to. Comments,
/// names, the order of declarations and the division into files do not affect it.
/// </summary>
/// <remarks>
/// The number is the 64-bit FNV-1a hash of a text that <see cref="ProtocolText"/> describes. Schemas that are equal on the wire have equal
/// numbers. Other schemas have different numbers with high probability, but the hash does not protect against an attacker. Thread-safe.
/// </remarks>
public static class ProtocolHash
{
    /// <summary>Computes the number for a file of a model and the files that it includes.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of one of its files.</param>
    /// <returns>The number; <see langword="null"/> if neither the file nor its includes declare a type.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The model has no such file.</exception>
    public static ulong? Of(SchemaModel model, string path)
    {
        _ = model ?? throw new ArgumentNullException(nameof(model));
        _ = path ?? throw new ArgumentNullException(nameof(path));
        if (model.Files.All(file => file.Path != path))
        {
            throw new ArgumentException($"'{path}' is no file of the model.", nameof(path));
        }

        return ProtocolText.Of(model, path) is { } text ? Hash(text) : null;
    }

    /// <summary>Computes the numbers for the packets that clients may send, and for those that servers may send.</summary>
    /// <returns>The numbers; <see langword="null"/> if neither the file nor its includes declare a packet.</returns>
    internal static (ulong ToServer, ulong ToClient)? OfDirections(SchemaModel model, string path)
    {
        HashSet<string> names = [.. model.TypesFrom(path).Select(type => type.FullName)];
        return model.Packets.Any(packet => names.Contains(packet.Type))
            ? (Hash(ProtocolText.Of(model, path, PacketDirection.Client)!), Hash(ProtocolText.Of(model, path, PacketDirection.Server)!))
            : null;
    }

    /// <summary>Returns whether a file, or a file that it includes, declares a type.</summary>
    internal static bool Exists(SchemaModel model, string path) => model.TypesFrom(path).Any();

    internal static string Literal(ulong hash) => "0x" + hash.ToString("X16", CultureInfo.InvariantCulture);

    /// <summary>Computes the FNV-1a hash: http://www.isthe.com/chongo/tech/comp/fnv/.</summary>
    internal static ulong Hash(string text)
    {
        ulong hash = 0xCBF29CE484222325;
        foreach (byte value in Encoding.UTF8.GetBytes(text))
        {
            hash = unchecked((hash ^ value) * 0x100000001B3);
        }

        return hash;
    }
}
