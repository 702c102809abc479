namespace Codec.Bench.Scale;

/// <summary>The implementation of the measured server: sockets alone, or this library.</summary>
internal enum ServerKind
{
    Raw,
    Codec,

    /// <summary>This library, with a session that has a heartbeat.</summary>
    Session,
}
