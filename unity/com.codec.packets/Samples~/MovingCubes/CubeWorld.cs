using System;
using System.Collections.Generic;
using Codec.Dispatch;
using Codec.Schemas;
using Codec.Sessions;
using Codec.Transport;

namespace MovingCubes
{
    /// <summary>The cubes of all players. Plain C#: nothing here needs Unity.</summary>
    /// <remarks>Not thread-safe: <see cref="Poll"/> calls the handlers on the calling thread.</remarks>
    public sealed class CubeWorld : IDisposable
    {
        /// <summary>The maximum number of other cubes. The server does not check the numbers that a player sends.</summary>
        public const int MaxOthers = 100;

        /// <summary>The session: the server refuses a client with another schema, and a server that is silent for 4 seconds is dead.</summary>
        public static readonly PacketClientOptions Options = new PacketClientOptions
        {
            Session = new PacketSessionOptions { Protocol = Protocol.Cubes, Version = "1.0", HeartbeatInterval = TimeSpan.FromSeconds(2) },
        };

        private static readonly PacketRoutes<CubeWorld> Routes = new PacketRoutes<CubeWorld>()
            .AddCubeMoved((world, packet) => world.OnMoved(packet));

        private readonly Dictionary<uint, CubeMoved> _others = new Dictionary<uint, CubeMoved>();
        private readonly PacketDispatcher<CubeWorld> _dispatcher;

        /// <summary>Creates a world without cubes.</summary>
        public CubeWorld()
        {
            _dispatcher = new PacketDispatcher<CubeWorld>(Routes, this, PacketDirections.ToClient);
        }

        /// <summary>Gets the cubes of the other players, by number. A cube is the last packet about it. The object is reused for the next packet.</summary>
        public IReadOnlyDictionary<uint, CubeMoved> Others => _others;

        /// <summary>Handles received packets for at most a given time.</summary>
        /// <param name="client">The client.</param>
        /// <param name="maxDuration">The longest time. Packets that remain are handled by the next call.</param>
        public void Poll(PacketClient client, TimeSpan maxDuration) => client.Poll(_dispatcher, maxDuration: maxDuration);

        /// <inheritdoc/>
        public void Dispose() => _dispatcher.Dispose();

        private void OnMoved(CubeMoved.View packet)
        {
            if (!_others.TryGetValue(packet.Cube, out CubeMoved cube))
            {
                if (_others.Count == MaxOthers)
                {
                    return;
                }

                cube = new CubeMoved();
                _others.Add(packet.Cube, cube);
            }

            // Reads into the same object, so that nothing is allocated per packet.
            cube.TryRead(packet);
        }
    }
}
