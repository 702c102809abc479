namespace Codec.Schema.Cpp;

/// <summary>Generates the protocol hash of a schema as a C++ constant.</summary>
internal static class CppHash
{
    /// <summary>
    /// Returns the definition of the constant. It is empty if the schema declares no type and therefore has no hash, or if another schema
    /// for which a header is generated would have a constant with the same name.
    /// </summary>
    public static string Emit(
        string path, ulong? hash, (ulong ToServer, ulong ToClient)? directions, CppOptions options, IEnumerable<string> written)
    {
        string prefix = CppNames.Path(options.Namespace);
        string scope = CppNames.Scope(options.NameOf(path), prefix);
        bool isNameTaken = written.Any(other => other != path && CppNames.Scope(options.NameOf(other), prefix) == scope);
        if (isNameTaken || hash is not { } value)
        {
            return "";
        }

        const string Otherwise = "#else";

        // Headers of different schemas with the same name would define the constant twice.
        // No part of a name starts with a digit, so different scopes have different guards.
        string guard = "CODEC_PROTOCOL_HASH_OF_" + scope.Substring("codec::schemas::".Length).Replace("_", "_0").Replace("::", "_");
        string literal = ProtocolHash.Literal(value);
        string protocol = directions is not (ulong toServer, ulong toClient) ? "" : CodeText.Of($$"""

            /// The hashes for each direction, for the handshake of a session. C# has the same numbers.
            inline constexpr ::codec::PacketProtocol protocol{{{ProtocolHash.Literal(toServer)}}, {{ProtocolHash.Literal(toClient)}}};
            """);
        return CodeText.Of($$"""
            #ifndef {{guard}}
            #define {{guard}}
            namespace {{scope}} {

            /// A hash of the ids, layouts, limits and directions of {{options.NameOf(path)}}.fbs, but not of names. C# has the same number.
            inline constexpr ::std::uint64_t protocol_hash = {{literal}};
            {{protocol}}

            }  // namespace {{scope}}
            {{Otherwise}}
            static_assert(::{{scope}}::protocol_hash == {{literal}}, \
            "Another schema has the name {{scope}}; expected another file name or --namespace.");
            #endif
            """);
    }
}
