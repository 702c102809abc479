using System;
using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Schema.Cpp;

/// <summary>Writes the properties of a packet that the C++ library needs.</summary>
internal static class CppTraits
{
    /// <summary>Returns the lines of a packet's traits.</summary>
    internal static IEnumerable<string> Lines(PacketDefinition packet, Definition type, string? identifier)
    {
        yield return FormattableString.Invariant($"static constexpr ::std::uint32_t id = {packet.Id};");
        yield return $"static constexpr ::std::string_view name = \"{packet.Type}\";";
        yield return $"static constexpr PayloadKind kind = PayloadKind::{(packet.IsStruct ? "Struct" : "FlatBuffers")};";
        yield return $"static constexpr PacketDirections directions = PacketDirections::{Direction(packet.Direction)};";
        yield return $"static constexpr ::std::uint32_t max_payload_size = {MaxSize(packet, type)};";
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

    private static string Direction(PacketDirection direction) => direction switch
    {
        PacketDirection.Client => "ToServer",
        PacketDirection.Server => "ToClient",
        _ => "Both",
    };

    private static string MaxSize(PacketDefinition packet, Definition type) =>
        packet.LimitOf(type) is { } limit ? FormattableString.Invariant($"{limit}")
        : type is StructDefinition definition ? FormattableString.Invariant($"{definition.Size}")
        : "unlimited_payload";
}
