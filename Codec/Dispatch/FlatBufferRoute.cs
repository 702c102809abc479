using System;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Dispatch;

/// <summary>Payloads that are a FlatBuffer with a root that flatc wrote the class of: verified, then read in place.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <typeparam name="TRoot">What flatc wrote for the root table.</typeparam>
/// <remarks>
/// A payload that does not lie in an array, or that came in a sequence of several segments, is copied once, into the dispatcher's scratch
/// memory. The root's <c>__init</c>, which in what flatc writes keeps where the table is, is called before the payload is verified; nothing else is.
/// </remarks>
public sealed class FlatBufferRoute<TState, TRoot> : PacketRoute<TState>
    where TRoot : struct, IFlatbufferObject
{
    private readonly PacketHandler<TState, TRoot> _handler;
    private readonly VerifyTableAction _verify;
    private readonly string? _fileIdentifier;
    private readonly Options? _callersOptions;
    private readonly Options _options;
    private readonly bool _copiesToObjects;

    /// <summary>Makes a route.</summary>
    /// <param name="verify">What flatc wrote to verify the root table, such as <c>MoveVerify.Verify</c>.</param>
    /// <param name="handler">Gets each message; it reads a buffer that is used again for the next packet.</param>
    /// <param name="fileIdentifier">The file identifier that the payload must have, or <see langword="null"/> to accept any and none.</param>
    /// <param name="options">The verifier's limits for this type of packet, or <see langword="null"/> for the runtime's defaults.</param>
    /// <param name="copiesToObjects">Whether the handler copies messages into objects (flatc's <c>UnPack</c>). The route then rejects a
    /// payload whose parts are shared so often that the copy would be large: if more than 16 MiB, and more than 16 bytes for each byte of
    /// payload, can be reached. <c>Options.MaxApparentSize</c>, if it is set, replaces this limit. The package Google.FlatBuffers cannot
    /// limit this.</param>
    /// <exception cref="ArgumentNullException"><paramref name="verify"/> or <paramref name="handler"/> is <see langword="null"/>.</exception>
    public FlatBufferRoute(VerifyTableAction verify, PacketHandler<TState, TRoot> handler, string? fileIdentifier = null, Options? options = null, bool copiesToObjects = false)
    {
        if (verify is null)
        {
            Throw.ArgumentNull(nameof(verify));
        }

        if (handler is null)
        {
            Throw.ArgumentNull(nameof(handler));
        }

        _verify = verify;
        _handler = handler;
        _fileIdentifier = fileIdentifier;
        _callersOptions = options;
        _copiesToObjects = copiesToObjects;
        _options = copiesToObjects ? FlatBuffersRuntime.LimitCopies(options, 0) : options ?? new Options();
    }

    /// <inheritdoc/>
    protected internal override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        ArraySegment<byte> payload = scratch.GetPayloadArray(packet);
        return Deliver(payload.Array!, payload.Offset, payload.Count, state, scratch);
    }

    internal override PacketError DeliverPart(byte[] array, int offset, uint header, TState state, DispatchScratch scratch) =>
        Deliver(array, offset + PacketHeader.ByteCount, (ushort)header, state, scratch);

    internal override PacketError DeliverPart(byte[] array, int offset, uint header, PacketDispatcher<TState> dispatcher)
    {
        FlatBufferScratch flatBuffers = dispatcher.Scratch.FlatBuffers;
        if (!flatBuffers.TryStart(array, offset + PacketHeader.ByteCount, (ushort)header, _fileIdentifier, _options, out int position))
        {
            return PacketError.PayloadInvalid;
        }

        // Before the payload is verified: it reads no more than the root table's first four bytes, which are there, and each field that the
        // handler reads waits for what they say.
        TRoot root = default;
        root.__init(position, flatBuffers.Buffer);
        if (!flatBuffers.Verify(_verify, position))
        {
            return PacketError.PayloadInvalid;
        }

        _handler(dispatcher.State, in root);
        return PacketError.None;
    }

    private PacketError Deliver(byte[] array, int offset, int count, TState state, DispatchScratch scratch)
    {
        FlatBufferScratch flatBuffers = scratch.FlatBuffers;
        Options options = _copiesToObjects && count > FlatBuffersRuntime.LargestWithUsualLimit ? FlatBuffersRuntime.LimitCopies(_callersOptions, count) : _options;
        if (!flatBuffers.TryStart(array, offset, count, _fileIdentifier, options, out int position))
        {
            return PacketError.PayloadInvalid;
        }

        TRoot root = default;
        root.__init(position, flatBuffers.Buffer);
        if (!flatBuffers.Verify(_verify, position))
        {
            return PacketError.PayloadInvalid;
        }

        _handler(state, in root);
        return PacketError.None;
    }
}
