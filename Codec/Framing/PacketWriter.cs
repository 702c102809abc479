using System;
using System.Buffers;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>Writes packets to an <see cref="IBufferWriter{T}"/>, also payloads whose size is known only when they are complete.</summary>
/// <remarks>
/// The header is filled in when the payload is complete, and the output is advanced once, by the whole packet: an encoder that throws
/// leaves nothing behind, and the next packet can be written. One thread at a time; nothing is allocated per packet once warm.
/// </remarks>
public sealed class PacketWriter
{
    private readonly IBufferWriter<byte> _output;
    private readonly PayloadBuffer _payload;

    // Set while code of the caller's writes a payload: it cannot start another packet in the memory that it writes to.
    private bool _isWriting;

    /// <summary>Makes a writer.</summary>
    /// <param name="output">Where packets go; nobody else writes to it during a call.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="pool">
    /// Where the memory for payloads comes from that outgrow what the output gives at once; <see cref="ArrayPool{T}.Shared"/> where it is
    /// <see langword="null"/>. It is returned within the same call.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is <see langword="null"/>.</exception>
    public PacketWriter(IBufferWriter<byte> output, PacketFormat? format = null, ArrayPool<byte>? pool = null)
    {
        if (output is null)
        {
            Throw.ArgumentNull(nameof(output));
        }

        _output = output;
        Format = format ?? PacketFormat.Default;
        _payload = new PayloadBuffer(output, Format, pool ?? ArrayPool<byte>.Shared);
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>Writes a packet with a payload that is complete.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied.</param>
    /// <returns>The bytes of the packet.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">Called by an encoder that is writing a packet.</exception>
    public int Write(uint id, ReadOnlySpan<byte> payload)
    {
        ThrowIfWriting();
        return PacketEncoder.Write(_output, id, payload, Format);
    }

    /// <summary>Writes a message as a packet, straight into the output's memory.</summary>
    /// <typeparam name="TMessage">The message.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="message">The message.</param>
    /// <param name="writer">Writes such messages.</param>
    /// <returns>The bytes of the packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// Called by an encoder that is writing a packet, or the writer promised fewer than 0 bytes or wrote more than it promised.
    /// </exception>
    public int Write<TMessage>(uint id, in TMessage message, IPayloadWriter<TMessage> writer)
    {
        ThrowIfWriting();
        _isWriting = true;
        try
        {
            return PacketEncoder.Write(_output, id, message, writer, Format);
        }
        finally
        {
            _isWriting = false;
        }
    }

    /// <summary>Writes a message with its header, directly into the output's memory.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message.</param>
    /// <returns>The size of the packet in bytes.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">An encoder that is writing a packet called the method, or the message cannot be written.</exception>
    public int Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return Write(packet.Id, packet, PacketPayloadWriter<TPacket>.Instance);
    }

    /// <summary>Writes a packet whose payload an encoder writes piece by piece.</summary>
    /// <typeparam name="TArgument">What the encoder gets.</typeparam>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="argument">What the encoder gets.</param>
    /// <param name="encode">Writes the payload.</param>
    /// <returns>The bytes of the packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="encode"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">Called by an encoder that is writing a packet.</exception>
    public int Write<TArgument>(uint id, TArgument argument, PayloadEncoder<TArgument> encode)
    {
        if (encode is null)
        {
            Throw.ArgumentNull(nameof(encode));
        }

        ThrowIfWriting();
        _isWriting = true;
        try
        {
            _payload.Open();
            encode(_payload, argument);
            return _payload.Complete(id);
        }
        finally
        {
            _payload.Close();
            _isWriting = false;
        }
    }

    internal void ThrowIfWriting()
    {
        if (_isWriting)
        {
            Throw.PacketInProgress();
        }
    }
}
