namespace Codec.Streams;

/// <summary>
/// The base of the pooled streams. It declares the span, memory and copying members that <see cref="Stream"/> lacks on netstandard2.0, so that
/// the streams have the same members on every target. It adds nothing else.
/// </summary>
public abstract partial class SpanStream : Stream
{
    private protected SpanStream()
    {
    }
}
