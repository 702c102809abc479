namespace Codec.Schema.CSharp;

internal static class AskEmitter
{
    /// <summary>Returns the members of the class with the extension methods of a request; empty if the packet is not a request.</summary>
    public static string Emit(CSharpModel model, PacketDefinition request, string requestType)
    {
        if (request.Answer is not { } name)
        {
            return "";
        }

        Definition definition = model.Index.Find(name);
        string answer = model.Type(name);
        bool isStruct = definition is StructDefinition;
        PacketDefinition packet = model.Model.Packets.First(candidate => candidate.Type == name);
        MemberNames members = isStruct ? model.Struct(name).Members : model.Table(name).Members;
        string read = isStruct ? StructEmitter.ReadMessage(model, model.Struct(name)) : TableEmitter.ReadMessage(model, model.Table(name));
        string size = packet.LimitOf(definition) is int limit ? CodeText.Of($"{limit}") : "int.MaxValue";
        string shape = packet.IsPacked ? $"{answer}.{members["PacketShape"]}" : "null";
        string result = request.HasManyAnswers ? "Generic_::IAsyncEnumerable" : "Tasks_::ValueTask";
        string method = request.HasManyAnswers ? "AskManyAsync" : "AskAsync";
        string summary = request.HasManyAnswers
            ? "Sends a request when the enumeration begins, and returns the peer's answers up to their end."
            : "Sends a request, and returns the peer's answer. Throws a PacketRequestException if there is none.";
        return CodeText.Of($$"""

            private static readonly Wire_::GeneratedAnswer<{{answer}}> Answer =
                new Wire_::GeneratedAnswer<{{answer}}>({{answer}}.{{members["PacketId"]}}, {{size}}, {{shape}}, ReadAnswer);

            /// <summary>{{summary}}</summary>
            {{CSharpNames.Access(definition)}} static {{result}}<{{answer}}> {{method}}(this Transport_::PacketSession session, \
            {{requestType}} request, Threading_::CancellationToken cancellationToken = default) =>
                Wire_::GeneratedThrow.NotNull(session, "session").{{method}}(request, Answer, cancellationToken);

            private static bool ReadAnswer(in Framing_::Packet packet, Wire_::DispatchScratch scratch, out {{answer}} message)
            {
                {{read}}
            }
            """);
    }
}
