#if !NET
namespace Codec.Transport;

/// <summary>Does nothing: netstandard has neither System.Diagnostics.Metrics nor activities.</summary>
internal static class ConnectionTelemetry
{
    internal static bool IsTraced => false;

    internal static void Opened(PacketConnection connection)
    {
    }

    internal static void Closed(PacketConnection connection, PacketCloseReason reason)
    {
    }

    internal static void MeasuredRoundTrip(TimeSpan roundTrip)
    {
    }

    internal static void EndedHandshake(bool isServer, TimeSpan duration, string? error, EndPoint? peer)
    {
    }

    internal static ValueTask<TAnswer> TraceAsync<TAnswer>(uint id, ValueTask<TAnswer> answer) => answer;
}
#endif
