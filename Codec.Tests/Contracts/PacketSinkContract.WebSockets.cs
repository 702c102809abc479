using Codec.Tests.Contracts.Sinks;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <content>WebSockets, which .NET Framework does not make from streams.</content>
[TestFixture(typeof(WebSocketSink))]
[TestFixture(typeof(WebSocketMessageSink))]
public sealed partial class PacketSinkContract<TSink>;
