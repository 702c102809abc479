namespace Codec.Bench.Scale;

/// <summary>The implementation of the measured server.</summary>
internal enum ServerKind
{
    /// <summary>Only sockets.</summary>
    Raw,

    /// <summary>This library.</summary>
    Codec,
}
