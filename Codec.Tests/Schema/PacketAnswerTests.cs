namespace Codec.Tests.Schema;

/// <summary>Tests the answers of requests, and the hashes for each direction.</summary>
public sealed class PacketAnswerTests
{
    private const string Include = "include \"packets.fbs\";\n";

    [TestCase("table A (packet_id: 1, packet_answer: \"B\") { } table B (packet_id: 2) { }", "B")]
    [TestCase("namespace N; struct A (packet_id: 1, packet_answer: \"N.B\") { x:int; } table B (packet_id: 2) { }", "N.B")]
    [TestCase("namespace N.M; struct A (packet_id: 1, packet_answer: \"B\") { x:int; } struct B (packet_id: 2) { y:int; }", "N.M.B")]
    [TestCase("table A (packet_id: 1) { } table B (packet_id: 2) { } rpc_service S { F(A):B; G(A):B; }", "B")]
    [TestCase("table A (packet_id: 1) { } table B (packet_id: 2) { } rpc_service S { F(A):B (streaming: \"server\"); }", "B+")]
    [TestCase("table A (packet_id: 1) { } table B (packet_id: 2) { } rpc_service S { F(A):B (streaming: \"client\"); }", "")]
    [TestCase("table A (packet_id: 1) { } table B { } rpc_service S { F(A):B; }", "")]
    [TestCase("table B { } table A (packet_id: 1) { } rpc_service S { F(B):A; }", "")]
    public void A_request_has_the_answer_that_the_schema_names(string schema, string answer)
    {
        PacketDefinition request = SchemaText.Model(("a.fbs", Include + schema)).Packets[0];
        Assert.That(request.Answer + (request.HasManyAnswers ? "+" : ""), Is.EqualTo(answer));
    }

    [TestCase("table A (packet_id: 1, packet_answer: \"B\") { }", "2:24: The answer 'B' of 'A' is not a packet; expected a table or struct with packet_id.")]
    [TestCase("table A (packet_id: 1, packet_answer: \"B\") { } table B { }", "2:24: The answer 'B' of 'A' is not a packet; expected a table or struct with packet_id.")]
    [TestCase("table A (packet_id: 1, packet_answer: 5) { }", "2:24: packet_answer must be the name of a packet in quotes.")]
    [TestCase("table A (packet_id: 1, packet_answer) { }", "2:24: packet_answer must be the name of a packet in quotes.")]
    [TestCase("table A (packet_answer: \"A\") { }", "2:10: packet_answer is not allowed on 'A', which has no packet_id; expected a table or struct with packet_id.")]
    [TestCase(
        "table A (packet_id: 1, packet_direction: \"client\", packet_answer: \"B\") { } table B (packet_id: 2, packet_direction: \"client\") { }",
        "2:52: The answer 'B' cannot be sent by the side that receives the request 'A'.")]
    [TestCase(
        "table A (packet_id: 1, packet_answer: \"A\") { } table B (packet_id: 2) { } rpc_service S { F(A):B; }",
        "2:91: The request 'A' already has the answer 'A'; expected one answer for each request.")]
    public void An_answer_that_cannot_be_is_rejected(string schema, string message)
    {
        SchemaResult result = SchemaText.Compile(Include + schema);
        Assert.That(
            result.Diagnostics.Select(diagnostic => $"{diagnostic.Rule.Id} {diagnostic.Span.Line}:{diagnostic.Span.Column}: {diagnostic.Message}"),
            Is.EqualTo((string[])["CODEC053 " + message]));
    }

    [Test]
    public void A_change_of_a_packet_changes_the_hash_of_its_direction_only()
    {
        const string Schema = Include + """
            table A (packet_id: 1, packet_direction: "client") { x:int; }
            table B (packet_id: 2, packet_direction: "server") { x:int; }
            table C (packet_id: 3, packet_answer: "B") { x:int; }
            """;
        (ulong toServer, ulong toClient) = Hashes(Schema);
        Assert.That(toServer, Is.Not.EqualTo(toClient));
        Assert.That(Changed("A (packet_id: 1", "A (packet_id: 9"), Is.EqualTo((true, false)));
        Assert.That(Changed("B (packet_id: 2, packet_direction: \"server\") { x:int;", "B (packet_id: 2, packet_direction: \"server\") { x:long;"), Is.EqualTo((false, true)));
        Assert.That(Changed("C (packet_id: 3, packet_answer: \"B\")", "C (packet_id: 3)"), Is.EqualTo((true, true)));
        Assert.That(Changed("A (", "Z ("), Is.EqualTo((false, false)));

        (bool ToServer, bool ToClient) Changed(string before, string after)
        {
            (ulong newToServer, ulong newToClient) = Hashes(Schema.Replace(before, after, StringComparison.Ordinal));
            return (newToServer != toServer, newToClient != toClient);
        }
    }

    [Test]
    public void A_schema_without_packets_has_no_hashes_for_directions() =>
        Assert.That(ProtocolHash.OfDirections(SchemaText.Model(("a.fbs", "table T { }")), "a.fbs"), Is.Null);

    private static (ulong ToServer, ulong ToClient) Hashes(string schema) => ProtocolHash.OfDirections(SchemaText.Model(("a.fbs", schema)), "a.fbs")!.Value;
}
