namespace Codec.Bench.Scale;

/// <summary>How the server that is measured is written.</summary>
internal enum ServerKind
{
    /// <summary>With sockets alone.</summary>
    Raw,

    /// <summary>With this library.</summary>
    Codec,
}
