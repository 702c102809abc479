using System.Collections.Generic;
using Codec.Tests.Framing.Drivers;

namespace Codec.Tests.Contracts;

/// <content>WebSockets, which .NET Framework does not make from streams.</content>
public sealed partial class PacketDecodingContract
{
    static partial void AddWebSockets(List<StreamDriver> drivers) => drivers.Add(new WebSocketDriver());
}
