using System;
using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Writes the properties of a packet that the C++ library needs.</summary>
internal static class CppTraits
{
    /// <summary>Returns the lines of a packet's traits that differ from <c>PacketDefaults</c>.</summary>
    internal static IEnumerable<string> Lines(PacketDefinition packet, Definition type, string? identifier)
    {
        yield return FormattableString.Invariant($"static constexpr ::std::uint32_t id = {packet.Id};");
        yield return $"static constexpr ::std::string_view name = \"{packet.Type}\";";
        yield return $"static constexpr PayloadKind kind = PayloadKind::{(packet.IsStruct ? "Struct" : "FlatBuffers")};";
        if (packet.Direction is PacketDirection.Client or PacketDirection.Server)
        {
            string receiver = packet.Direction == PacketDirection.Client ? "ToServer" : "ToClient";
            yield return $"static constexpr PacketDirections directions = PacketDirections::{receiver};";
        }

        if ((packet.LimitOf(type) ?? (type as StructDefinition)?.Size) is { } limit)
        {
            yield return FormattableString.Invariant($"static constexpr ::std::uint32_t max_payload_size = {limit};");
        }

        if (packet.IsPacked)
        {
            yield return "static constexpr bool is_packed = true;";
        }

        if (packet.MaxDepth is int depth)
        {
            yield return FormattableString.Invariant($"static constexpr ::std::uint32_t max_depth = {depth};");
        }

        if (packet.MaxTables is int tables)
        {
            yield return FormattableString.Invariant($"static constexpr ::std::uint32_t max_tables = {tables};");
        }

        if (identifier is not null)
        {
            yield return $"static constexpr char identifier[] = \"{CppNames.Literal(identifier)}\";";
        }
    }
}
