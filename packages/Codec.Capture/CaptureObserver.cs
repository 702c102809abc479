using Codec.Transport;

namespace Codec.Capture;

/// <summary>Captures the packets that connections receive and send.</summary>
/// <remarks>
/// <para>
/// Set it in <see cref="PacketConnectionOptions.Observer"/>; one observer can serve any number of connections. Each packet is written with the
/// <see cref="PacketConnection.Number"/> of its connection. A packet that a dispatcher rejects is captured, too; bytes that are not a packet are not captured.
/// Thread-safe. While the observer is in use, no other code may use its writer.
/// </para>
/// <para>
/// An error of the capture does not affect the connections: <see cref="CaptureWriter.Error"/> and <see cref="CaptureWriter.LostPackets"/> report it.
/// Senders and receivers wait while the writer writes its buffer to the file.
/// </para>
/// </remarks>
public sealed class CaptureObserver : PacketConnectionObserver, IDisposable
{
    private readonly object _lock = new();
    private readonly CaptureWriter _writer;
    private bool _isDisposed;

    /// <summary>Creates an observer.</summary>
    /// <param name="writer">The capture. The observer owns it.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    public CaptureObserver(CaptureWriter writer)
    {
        Throw.IfNull(writer, nameof(writer));

        _writer = writer;
    }

    /// <inheritdoc/>
    public override void Received(PacketConnection connection, in Packet packet) => Append(connection, packet, CaptureDirection.Inbound);

    /// <inheritdoc/>
    public override void Sent(PacketConnection connection, in Packet packet) => Append(connection, packet, CaptureDirection.Outbound);

    /// <summary>Ends the capture: writes the remaining bytes, and closes the file. Later packets are not captured. The connections stay open.</summary>
    /// <exception cref="System.IO.IOException">The remaining bytes could not be written.</exception>
    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            _writer.Dispose();
        }
    }

    private void Append(PacketConnection connection, in Packet packet, CaptureDirection direction)
    {
        Throw.IfNull(connection, nameof(connection));

        lock (_lock)
        {
            if (_isDisposed)
            {
                return;
            }

            try
            {
                _writer.Append(packet.Raw, direction, (uint)connection.Number);
            }
            catch (Exception)
            {
                // The writer has stored the error and counted the packet as lost.
            }
        }
    }
}
