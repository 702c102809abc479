namespace Codec.Tests.Contracts;

/// <content>WebSockets over streams, which .NET Framework does not support.</content>
[TestFixture(typeof(WebSocketSink))]
[TestFixture(typeof(WebSocketMessageSink))]
public sealed partial class PacketSinkContract<TSink>;
