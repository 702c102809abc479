using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Capture;

/// <content>The forms in which every sink accepts a packet. Each is encoded into memory of the writer's, and appended.</content>
public sealed partial class CaptureWriter
{
    private readonly PacketBuffer _packet = new();

    /// <summary>Writes a message with its header to the capture.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <exception cref="ArgumentNullException">The message, the builder or the writer is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts, or the timestamp is before 1970.</exception>
    /// <exception cref="ArgumentException">The packet is longer than the options allow, or the direction is unknown and the capture is one of TCP.</exception>
    /// <exception cref="IOException">The buffer was full and could not be written. The stream may throw other exceptions.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written, the builder is not finished, or an earlier call has not ended.</exception>
    /// <exception cref="ObjectDisposedException">The writer was disposed.</exception>
    public bool Write<TPacket>(
        in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
        where TPacket : IPacket
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Write));
        try
        {
            PacketEncoder.Write(_packet, packet, _options.Format);
        }
        finally
        {
            Leave();
        }

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a packet with the payload of a finished builder to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="builder">A finished builder. Its payload is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public bool Write(
        uint id, FlatBufferBuilder builder, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Write));
        try
        {
            PacketEncoder.Write(_packet, id, builder, _options.Format);
        }
        finally
        {
            Leave();
        }

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a packet to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public bool Write(
        uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Write));
        try
        {
            PacketEncoder.Write(_packet, id, payload, _options.Format);
        }
        finally
        {
            Leave();
        }

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a value as a packet to the capture.</summary>
    /// <typeparam name="TMessage">The type of the value.</typeparam>
    /// <param name="id">The packet's id.</param>
    /// <param name="message">The value. It is not used after the call returns.</param>
    /// <param name="writer">Writes the value as a payload.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <returns><see langword="false"/> if the capture has stopped.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public bool Write<TMessage>(
        uint id, in TMessage message, IPayloadWriter<TMessage> writer, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(Write));
        try
        {
            PacketEncoder.Write(_packet, id, message, writer, _options.Format);
        }
        finally
        {
            Leave();
        }

        return Append(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow());
    }

    /// <summary>Writes a message with its header to the capture.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer refuses every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync<TPacket>(
        in TPacket packet, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        _gate.Enter(nameof(CaptureWriter), nameof(WriteAsync));
        try
        {
            PacketEncoder.Write(_packet, packet, _options.Format);
        }
        finally
        {
            Leave();
        }

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }

    /// <summary>Writes a packet with the payload of a finished builder to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="builder">A finished builder. Its payload is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer refuses every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync(
        uint id, FlatBufferBuilder builder, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(WriteAsync));
        try
        {
            PacketEncoder.Write(_packet, id, builder, _options.Format);
        }
        finally
        {
            Leave();
        }

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }

    /// <summary>Writes a packet to the capture.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer refuses every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync(
        uint id, ReadOnlySpan<byte> payload, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(WriteAsync));
        try
        {
            PacketEncoder.Write(_packet, id, payload, _options.Format);
        }
        finally
        {
            Leave();
        }

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }

    /// <summary>Writes a value as a packet to the capture.</summary>
    /// <typeparam name="TMessage">The type of the value.</typeparam>
    /// <param name="id">The packet's id.</param>
    /// <param name="message">The value. It is not used after the call returns.</param>
    /// <param name="writer">Writes the value as a payload.</param>
    /// <param name="direction">The direction of the packet.</param>
    /// <param name="connection">A number of the caller's for the connection.</param>
    /// <param name="timestamp">The time of the packet, from 1970 on, or <see langword="null"/> to use the current time. 100 nanoseconds are kept.</param>
    /// <param name="cancellationToken">Cancels waiting for the file, which stops the capture as an error does.</param>
    /// <returns><see langword="false"/> if the capture has stopped. Until the task ends, the writer refuses every other call.</returns>
    /// <inheritdoc cref="Write{TPacket}(in TPacket, CaptureDirection, uint, DateTimeOffset?)" path="/exception"/>
    public ValueTask<bool> WriteAsync<TMessage>(
        uint id, in TMessage message, IPayloadWriter<TMessage> writer, CaptureDirection direction, uint connection = 0, DateTimeOffset? timestamp = null, CancellationToken cancellationToken = default)
    {
        _gate.Enter(nameof(CaptureWriter), nameof(WriteAsync));
        try
        {
            PacketEncoder.Write(_packet, id, message, writer, _options.Format);
        }
        finally
        {
            Leave();
        }

        return AppendAsync(_packet.Written, direction, connection, timestamp ?? _options.TimeProvider.GetUtcNow(), cancellationToken);
    }
}
