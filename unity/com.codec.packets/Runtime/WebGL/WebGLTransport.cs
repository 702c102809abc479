#if UNITY_WEBGL && !UNITY_EDITOR
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Packets;
using Codec.Transport;

namespace Codec.Unity
{
    /// <summary>Carries a client's bytes over the browser's WebSocket, without threads. Use it from the main thread.</summary>
    /// <remarks>
    /// Each packet is one binary message. Received messages are a stream of bytes, so the server may use either <see cref="PacketWebSocketMode"/>. A
    /// browser cannot be told to stop reading. If a game does not poll, and more than <see cref="PacketClientOptions.ReceiveLimit"/> bytes wait, the
    /// connection fails.
    /// </remarks>
    public sealed class WebGLTransport : IPacketClientTransport
    {
        // The states in codec-websocket.jslib.
        private const int Connecting = 0;
        private const int Open = 1;
        private const int Ended = 2;
        private const int Invalid = 4;
        private const int Refused = 5;

        // A server usually sends less than this in one frame of the game.
        private const int ChunkSize = 16 * 1024;

        // A reason is a sentence with at most 123 bytes of the peer.
        private const int ReasonSize = 256;

        private readonly byte[] _received = new byte[ChunkSize];
        private int _number;

        private WebGLTransport(int number)
        {
            _number = number;
        }

        /// <summary>Creates a client of a WebSocket server.</summary>
        /// <param name="address">The server's address, with the scheme <c>ws</c> or <c>wss</c>.</param>
        /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
        /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
        /// <returns>The client.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="address"/> is <see langword="null"/>.</exception>
        /// <exception cref="ArgumentException"><paramref name="address"/> is relative, or has another scheme.</exception>
        /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
        public static PacketClient CreateClient(Uri address, PacketFormat format = null, PacketClientOptions options = null)
        {
            if (address == null)
            {
                throw new ArgumentNullException(nameof(address));
            }

            if (!address.IsAbsoluteUri || (address.Scheme != "ws" && address.Scheme != "wss"))
            {
                throw new ArgumentException("The address must be absolute, with the scheme ws or wss, not " + address + ".", nameof(address));
            }

            PacketClientOptions limits = options ?? PacketClientOptions.Default;
            return new PacketClient(token => ConnectAsync(address, limits, token), format, limits);
        }

        /// <summary>Connects to a server. The task continues in Unity's main loop.</summary>
        /// <param name="address">The server's address, with the scheme <c>ws</c> or <c>wss</c>.</param>
        /// <param name="options">The limits.</param>
        /// <param name="cancellationToken">Stops connecting.</param>
        /// <returns>The transport.</returns>
        /// <exception cref="ArgumentNullException">An argument is <see langword="null"/>.</exception>
        /// <exception cref="IOException">The connection could not be made.</exception>
        /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
        public static async ValueTask<IPacketClientTransport> ConnectAsync(Uri address, PacketClientOptions options, CancellationToken cancellationToken)
        {
            if (address == null)
            {
                throw new ArgumentNullException(nameof(address));
            }

            if (options == null)
            {
                throw new ArgumentNullException(nameof(options));
            }

            int number = CodecWebSocketOpen(address.AbsoluteUri, options.ReceiveLimit, options.SendLimit);
            if (number == 0)
            {
                throw new IOException("The browser does not accept the address " + address + ".");
            }

            WebGLTransport transport = new WebGLTransport(number);
            try
            {
                int state;
                while ((state = CodecWebSocketState(number)) == Connecting)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    await Task.Yield();
                }

                // If the connection was open and has already ended, TryReceive returns what was received.
                if (state == Refused)
                {
                    throw new IOException(transport.Reason());
                }

                return transport;
            }
            catch
            {
                transport.Dispose();
                throw;
            }
        }

        /// <inheritdoc/>
        public bool TryReceive(out ArraySegment<byte> bytes)
        {
            int count = CodecWebSocketReceive(_number, _received, _received.Length);
            bytes = new ArraySegment<byte>(_received, 0, count);
            if (count > 0)
            {
                return true;
            }

            switch (CodecWebSocketState(_number))
            {
                case Open:
                    return false;
                case Ended:
                    return true;
                case Invalid:
                    throw new InvalidPacketException(Reason());
                default:
                    throw new IOException(Reason());
            }
        }

        /// <inheritdoc/>
        public bool TrySend(ArraySegment<byte> bytes)
        {
            // A marshaled array starts at its first byte. Pinning gives the address of any byte.
            GCHandle pin = GCHandle.Alloc(bytes.Array, GCHandleType.Pinned);
            try
            {
                return CodecWebSocketSend(_number, pin.AddrOfPinnedObject() + bytes.Offset, bytes.Count) != 0;
            }
            finally
            {
                pin.Free();
            }
        }

        /// <summary>Closes the WebSocket. The browser still sends the messages that it accepted before. A second call is a no-op.</summary>
        public void Dispose()
        {
            CodecWebSocketClose(_number);
            _number = 0;
        }

        private string Reason()
        {
            byte[] reason = new byte[ReasonSize];
            CodecWebSocketReason(_number, reason, reason.Length);
            return Encoding.UTF8.GetString(reason, 0, Math.Max(0, Array.IndexOf(reason, (byte)0)));
        }

        [DllImport("__Internal")]
        private static extern int CodecWebSocketOpen([MarshalAs(UnmanagedType.LPUTF8Str)] string address, int receiveLimit, int sendLimit);

        [DllImport("__Internal")]
        private static extern int CodecWebSocketState(int number);

        [DllImport("__Internal")]
        private static extern int CodecWebSocketReceive(int number, byte[] destination, int count);

        [DllImport("__Internal")]
        private static extern int CodecWebSocketSend(int number, IntPtr source, int count);

        [DllImport("__Internal")]
        private static extern void CodecWebSocketReason(int number, byte[] destination, int count);

        [DllImport("__Internal")]
        private static extern void CodecWebSocketClose(int number);
    }
}
#endif
