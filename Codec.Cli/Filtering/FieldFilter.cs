using System;
using Codec.Cli.Payloads;

namespace Codec.Cli.Filtering;

/// <summary>A condition on the fields of payloads: what <c>--where</c> says.</summary>
internal abstract class FieldFilter
{
    /// <summary>Returns whether a payload meets the condition.</summary>
    /// <param name="payload">The payload, which <see cref="PayloadVerifier"/> accepts.</param>
    /// <param name="message">What the payload is.</param>
    public abstract bool Matches(ReadOnlySpan<byte> payload, PayloadMessage message);
}
