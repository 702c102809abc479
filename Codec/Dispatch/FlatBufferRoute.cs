using System;
using System.Runtime.CompilerServices;
using Codec.Framing;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Dispatch;

/// <summary>Payloads that are a FlatBuffer with a root that flatc wrote the class of: verified, then read in place.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <typeparam name="TRoot">What flatc wrote for the root table.</typeparam>
/// <remarks>A payload that does not lie in an array is copied once, into the dispatcher's scratch memory.</remarks>
public sealed class FlatBufferRoute<TState, TRoot> : PacketRoute<TState>
    where TRoot : struct, IFlatbufferObject
{
    private readonly PacketHandler<TState, TRoot> _handler;
    private readonly VerifyTableAction _verify;
    private readonly string? _fileIdentifier;
    private readonly Options _options;

    /// <summary>Makes a route.</summary>
    /// <param name="verify">What flatc wrote to verify the root table, such as <c>MoveVerify.Verify</c>.</param>
    /// <param name="handler">Gets each message; it reads a buffer that is used again for the next packet.</param>
    /// <param name="fileIdentifier">The file identifier that the payload must have; none is asked for where it is <see langword="null"/>.</param>
    /// <param name="options">The verifier's limits for this type of packet; the runtime's defaults where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="verify"/> or <paramref name="handler"/> is <see langword="null"/>.</exception>
    public FlatBufferRoute(VerifyTableAction verify, PacketHandler<TState, TRoot> handler, string? fileIdentifier = null, Options? options = null)
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
        _options = options ?? new Options();
    }

    /// <inheritdoc/>
    protected internal override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        ArraySegment<byte> payload = scratch.GetPayloadArray(packet);
        return Deliver(payload.Array!, payload.Offset, payload.Count, state, scratch);
    }

    internal override PacketError DeliverPart(byte[] array, int offset, uint header, TState state, DispatchScratch scratch) =>
        Deliver(array, offset + PacketHeader.ByteCount, (ushort)header, state, scratch);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private PacketError Deliver(byte[] array, int offset, int count, TState state, DispatchScratch scratch)
    {
        ByteBuffer? buffer = scratch.FlatBuffers.Verify(array, offset, count, _fileIdentifier, _verify, _options, out int position);
        if (buffer is null)
        {
            return PacketError.PayloadInvalid;
        }

        TRoot root = default;
        root.__init(position, buffer);
        _handler(state, in root);
        return PacketError.None;
    }
}
