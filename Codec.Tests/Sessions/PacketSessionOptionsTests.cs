using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Tests the settings of a session, and the decision about a client.</summary>
public sealed class PacketSessionOptionsTests
{
    private static readonly PacketSessionOptions Server = new()
    {
        IsServer = true,
        Protocol = new PacketProtocol(1, 2),
        Version = "1.5",
        Releases = new Dictionary<PacketProtocol, string> { [new(3, 4)] = "", [new(5, 6)] = "Since v1.3: field 'hp' of Move is gone" },
    };

    [TestCase(1ul, 2ul, null)]
    [TestCase(3ul, 4ul, null)]
    [TestCase(5ul, 6ul, "The server has the version '1.5', which is not compatible. Since v1.3: field 'hp' of Move is gone")]
    [TestCase(1ul, 4ul, "The server has the version '1.5', and does not know the schema of the client's version 'x'.")]
    [TestCase(2ul, 1ul, "The server has the version '1.5', and does not know the schema of the client's version 'x'.")]
    public void A_client_is_accepted_if_its_schema_is_equal_or_a_compatible_release(ulong toServer, ulong toClient, string? refusal) =>
        Assert.That(Server.FindMismatch(new PacketProtocol(toServer, toClient), "x"), Is.EqualTo(refusal));

    [Test]
    public void A_refusal_has_as_many_whole_characters_of_the_differences_as_fit([Values("a", "€", "😀")] string character)
    {
        string differences = string.Concat(Enumerable.Repeat(character, 300));
        PacketSessionOptions server = new() { Protocol = new PacketProtocol(1, 2), Releases = new Dictionary<PacketProtocol, string> { [default] = differences } };
        string text = server.FindMismatch(default, "")!;
        Assert.That(Encoding.UTF8.GetByteCount(text), Is.InRange(252, 255));
        Assert.That(text, Does.EndWith(character));
    }

    [Test]
    public async Task A_text_or_a_token_that_is_too_long_is_rejected_and_changes_nothing()
    {
        (PacketConnection connection, PacketConnection peer) = SessionPair.Connect(SessionPair.Plain);
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        using PacketClient client = PacketClient.ForTcp("localhost", 1);
        List<RefusalReason> decisions = [];
        PacketHello hello = new(default, "", default, null, (reason, _, _) => decisions.Add(reason));
        string text = new('é', 128);
        Action[] calls =
        [
            () => connection.Session!.Close(0, text), () => listener.DrainAsync(TimeSpan.Zero, text), () => client.Close(0, text),
            () => hello.Refuse(RefusalReason.Full, text), () => hello.Welcome(new byte[1025]),
        ];
        foreach (Action call in calls)
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => call());
        }

        Assert.That((connection.Session!.IsOpen, decisions.Count), Is.EqualTo((true, 0)));
        await hello.Refuse(RefusalReason.Full, text[1..]);
        Assert.That(decisions, Is.EqualTo((RefusalReason[])[RefusalReason.Full]));
        await connection.DisposeAsync();
        await peer.DisposeAsync();
    }

    [Test]
    public void The_handshake_has_at_most_64_bytes_each_way_besides_the_token()
    {
        byte[] hello = PacketEncoder.Encode(new Hello { ToServer = ulong.MaxValue, ToClient = ulong.MaxValue, Version = "1.4", Token = new(new byte[16]) });
        byte[] welcome = PacketEncoder.Encode(new Welcome { Version = "1.4", Token = new(new byte[16]) });
        Assert.That(Math.Max(hello.Length, welcome.Length), Is.LessThanOrEqualTo(64 + 16));
    }

    private static IEnumerable<TestCaseData> Invalid() =>
    [
        new TestCaseData(new PacketSessionOptions { MaxRequests = 0 }).SetArgDisplayNames("no requests"),
        new TestCaseData(new PacketSessionOptions { HandshakeTimeout = TimeSpan.Zero }).SetArgDisplayNames("no time for the handshake"),
        new TestCaseData(new PacketSessionOptions { HeartbeatInterval = TimeSpan.Zero }).SetArgDisplayNames("no interval"),
        new TestCaseData(new PacketSessionOptions { HeartbeatInterval = TimeSpan.FromDays(20) }).SetArgDisplayNames("a long interval"),
        new TestCaseData(new PacketSessionOptions { RequestTimeout = TimeSpan.FromDays(-1) }).SetArgDisplayNames("a negative timeout"),
        new TestCaseData(new PacketSessionOptions { Version = new string('a', 256) }).SetArgDisplayNames("a long version"),
        new TestCaseData(new PacketSessionOptions { Token = new byte[1025] }).SetArgDisplayNames("a long token"),
    ];

    [TestCaseSource(nameof(Invalid))]
    public void An_invalid_setting_is_rejected(PacketSessionOptions options) => Assert.Throws<ArgumentOutOfRangeException>(() => SessionPair.Connect(options));
}
