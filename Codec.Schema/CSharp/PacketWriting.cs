using System.Globalization;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes a packet's id and its <c>IPacket</c>, the same for tables and structs.</summary>
internal static class PacketWriting
{
    /// <summary>What generated packets implement, so that every type that sends accepts them.</summary>
    public const string Interface = "global::Codec.Packets.IPacket";

    /// <summary>Writes the constant with the id.</summary>
    public static void EmitId(CodeWriter code, PacketDefinition packet)
    {
        code.Line("/// <summary>The id in the header of a packet with this payload.</summary>");
        code.Line($"public const uint PacketId = {packet.Id.ToString(CultureInfo.InvariantCulture)};");
    }

    /// <summary>Writes the explicit implementation of <c>Codec.Packets.IPacket</c>, by means of the type's <c>TryWrite</c>.</summary>
    /// <param name="code">Where to write.</param>
    /// <param name="fullName">The type's full name in the schema.</param>
    /// <param name="packet">What its attributes say.</param>
    /// <param name="modifier">What stands before the methods' types, such as <c>readonly</c>.</param>
    /// <param name="payloadSize">The C# expression of the most bytes of a payload.</param>
    public static void EmitInterface(CodeWriter code, string fullName, PacketDefinition packet, string modifier, string payloadSize)
    {
        code.Line();
        code.Line($"{modifier}uint {Interface}.Id => PacketId;");
        code.Line();
        code.Line($"{modifier}int {Interface}.GetMaxByteCount() => {payloadSize};");
        code.Line();
        string write = $"{modifier}bool {Interface}.TryWrite(global::System.Span<byte> destination, out int written)";
        if (packet.MaxSize is not int limit)
        {
            code.Line($"{write} => TryWrite(destination, out written);");
            return;
        }

        code.Open(write);
        code.Block("if (!TryWrite(destination, out written))", "return false;");
        code.Line();
        code.Block($"if (written > {limit})", $"{Emission.Run}GeneratedThrow.PayloadTooLarge({CSharpNames.Quote(fullName)}, written, {limit});");
        code.Line();
        code.Line("return true;");
        code.Close();
    }
}
