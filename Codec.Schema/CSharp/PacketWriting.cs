using System;
using System.Globalization;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes the methods that put header and payload of a packet down in one pass, the same for tables and structs.</summary>
internal static class PacketWriting
{
    /// <summary>What generated packets implement, so that every type that sends accepts them.</summary>
    public const string Interface = "global::Codec.Packets.IPacket";

    /// <summary>The largest payload in bytes: what the default header can say, or less where the schema says so.</summary>
    public static int Limit(PacketDefinition packet) => Math.Min(ushort.MaxValue, packet.MaxSize ?? ushort.MaxValue);

    /// <summary>Writes the constant with the id.</summary>
    public static void EmitId(CodeWriter code, PacketDefinition packet)
    {
        code.Line("/// <summary>The Id in the header of a packet whose payload this is.</summary>");
        code.Line($"public const ushort PacketId = {packet.Id.ToString(CultureInfo.InvariantCulture)};");
    }

    /// <summary>Writes <c>TryWritePacket</c>, by means of the type's <c>TryWrite</c>, and <c>WritePacket</c>.</summary>
    /// <param name="code">Where to write.</param>
    /// <param name="fullName">The type's full name in the schema.</param>
    /// <param name="packet">What its attributes say.</param>
    /// <param name="modifier">What stands before the methods' types, such as <c>readonly</c>.</param>
    /// <param name="errors">What else makes writing throw, after a comma.</param>
    /// <param name="packetSize">The C# expression of the most bytes of a packet.</param>
    public static void Emit(CodeWriter code, string fullName, PacketDefinition packet, string modifier, string errors, string packetSize)
    {
        int limit = Limit(packet);
        code.Line();
        code.Line("/// <summary>Writes the packet in the default format: its header of 4 bytes, then the payload.</summary>");
        code.Line("/// <param name=\"destination\">Where to write; its content is undefined afterwards where it is too short.</param>");
        code.Line("/// <param name=\"written\">The packet's size in bytes.</param>");
        code.Line("/// <returns><see langword=\"false\"/> where <paramref name=\"destination\"/> is too short.</returns>");
        code.Line($"/// <exception cref=\"global::System.InvalidOperationException\">The payload takes more than {limit} bytes{errors}.</exception>");
        code.Open($"public {modifier}bool TryWritePacket(global::System.Span<byte> destination, out int written)");
        code.Open("if (destination.Length >= 4 && TryWrite(destination.Slice(4), out int size))");
        code.Block($"if (size > {limit})", $"{Emission.Run}GeneratedThrow.PayloadTooLarge({CSharpNames.Quote(fullName)}, size, {limit});");
        code.Line();
        code.Line($"{Emission.Bytes}.StoreUInt32(ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(destination), 0, (uint)size | ((uint)PacketId << 16));");
        code.Line("written = size + 4;");
        code.Line("return true;");
        code.Close();
        code.Line();
        code.Line("written = 0;");
        code.Line("return false;");
        code.Close();
        code.Line();
        code.Line("/// <summary>Writes the packet in the default format and advances the destination.</summary>");
        code.Line("/// <param name=\"destination\">Where to write.</param>");
        code.Line("/// <exception cref=\"global::System.ArgumentNullException\"><paramref name=\"destination\"/> is null.</exception>");
        code.Line("/// <exception cref=\"global::System.InvalidOperationException\">As for a span.</exception>");
        code.Open($"public {modifier}void WritePacket(global::System.Buffers.IBufferWriter<byte> destination)");
        EmitAdvance(code, fullName, packetSize, "TryWritePacket");
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

    /// <summary>Writes the body of a method that writes to a buffer writer, and its closing brace.</summary>
    public static void EmitAdvance(CodeWriter code, string fullName, string size, string write)
    {
        code.Line($"{Emission.Run}GeneratedThrow.CheckNotNull(destination, nameof(destination));");
        code.Block($"if (!{write}(destination.GetSpan({size}), out int written))", $"{Emission.Run}GeneratedThrow.ChangedWhileWriting({CSharpNames.Quote(fullName)});");
        code.Line();
        code.Line("destination.Advance(written);");
        code.Close();
    }
}
