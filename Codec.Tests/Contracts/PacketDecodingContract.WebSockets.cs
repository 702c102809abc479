namespace Codec.Tests.Contracts;

/// <content>WebSockets over streams, which .NET Framework does not support.</content>
public sealed partial class PacketDecodingContract
{
    static partial void AddWebSockets(List<StreamDriver> drivers) => drivers.Add(new WebSocketDriver());
}
