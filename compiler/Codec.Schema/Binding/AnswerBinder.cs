namespace Codec.Schema.Binding;

/// <summary>Finds the answers of requests, which may be declared after them.</summary>
internal sealed class AnswerBinder(DiagnosticBag diagnostics)
{
    private const string Streaming = "streaming";

    private readonly List<(RecordSymbol Request, RecordSymbol? Answer, bool IsMany, string Name, SourceSpan Span)> _pairs = [];

    internal void Add(RecordSymbol request, AttributeSyntax attribute, SourceText source)
    {
        if (attribute.Value is { Kind: LiteralKind.Text, Text: var name })
        {
            _pairs.Add((request, null, false, name, source.Span(attribute.Name)));
        }
        else
        {
            diagnostics.Report(
                SchemaRule.PacketAttributeMisuse, source.Span(attribute.Name), "packet_answer must be the name of a packet in quotes.");
        }
    }

    /// <summary>Adds a method of a service. It names a request and its answer if both are packets.</summary>
    internal void Add(RecordSymbol request, RecordSymbol answer, MethodSyntax method, SourceText source)
    {
        string? streaming = method.Attributes.FirstOrDefault(attribute => attribute.Name.Text == Streaming)?.Value?.Text;
        if (streaming is null or "none" or "server")
        {
            _pairs.Add((request, answer, streaming == "server", answer.FullName, source.Span(method.Name)));
        }
    }

    /// <summary>Sets the answers of all requests, when every record is declared.</summary>
    internal void Finish(SymbolTable symbols)
    {
        foreach ((RecordSymbol request, RecordSymbol? method, bool isMany, string name, SourceSpan span) in _pairs)
        {
            RecordSymbol? answer = method ?? symbols.FindRecord(request.Scope, name);
            if (request.Packet is not { } packet || (method is not null && method.Packet is null))
            {
                // The method of a service whose messages are not packets.
                continue;
            }

            if (answer?.Packet is not { } answerPacket)
            {
                Report(span, $"The answer '{name}' of '{request.FullName}' is not a packet; expected a table or struct with packet_id.");
            }
            else if (packet.Direction == answerPacket.Direction && packet.Direction != PacketDirection.Both)
            {
                Report(span, $"The answer '{answer.FullName}' cannot be sent by the side that receives the request '{request.FullName}'.");
            }
            else if (packet.Answer is { } other && (other != answer.FullName || packet.HasManyAnswers != isMany))
            {
                Report(span, $"The request '{request.FullName}' already has the answer '{other}'; expected one answer for each request.");
            }
            else
            {
                request.Packet = packet with { Answer = answer.FullName, HasManyAnswers = isMany };
            }
        }
    }

    private void Report(SourceSpan span, string message) => diagnostics.Report(SchemaRule.PacketAttributeMisuse, span, message);
}
