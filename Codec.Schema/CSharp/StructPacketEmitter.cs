using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Writes what a struct has because it is a packet: its payload is the struct's bytes alone.</summary>
internal static class StructPacketEmitter
{
    public static void EmitMembers(CodeWriter code, StructDefinition definition, PacketDefinition packet)
    {
        string type = CSharpNames.Global(definition.FullName);
        string codec = CSharpNames.Global(definition.FullName, "Codec");
        code.Line();
        code.Line("/// <summary>Writes the payload: the struct's bytes alone.</summary>");
        code.Line("/// <param name=\"destination\">Where to write; nothing is written where it is too short.</param>");
        code.Line("/// <param name=\"written\">The payload's size in bytes.</param>");
        code.Line("/// <returns><see langword=\"false\"/> where <paramref name=\"destination\"/> is shorter than <see cref=\"ByteSize\"/>.</returns>");
        code.Open("public readonly bool TryWrite(global::System.Span<byte> destination, out int written)");
        code.Open("if (destination.Length < ByteSize)");
        code.Line("written = 0;");
        code.Line("return false;");
        code.Close();
        code.Line();
        code.Line($"{codec}.Store(ref global::System.Runtime.InteropServices.MemoryMarshal.GetReference(destination), 0, this);");
        code.Line("written = ByteSize;");
        code.Line("return true;");
        code.Close();
        code.Line();
        code.Line("/// <summary>Reads a payload.</summary>");
        code.Line("/// <param name=\"payload\">The payload; nothing of it is kept.</param>");
        code.Line("/// <param name=\"value\">The struct.</param>");
        code.Line("/// <returns><see langword=\"false\"/> where the payload is not as long as the struct.</returns>");
        code.Open($"public static bool TryRead(global::System.ReadOnlySpan<byte> payload, out {type} value)");
        code.Line($"value = payload.Length == ByteSize ? {codec}.Load(ref {Emission.Bytes}.Place(payload, 0), 0) : default;");
        code.Line("return payload.Length == ByteSize;");
        code.Close();
        PacketWriting.EmitInterface(code, definition.FullName, packet, "readonly ", "ByteSize");
    }
}
