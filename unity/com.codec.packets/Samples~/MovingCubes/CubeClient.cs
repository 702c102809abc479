using System;
using Codec.Transport;
using UnityEngine;

namespace MovingCubes
{
    /// <summary>The connection of the scene. This is everything that a MonoBehaviour must do for a <see cref="PacketClient"/>.</summary>
    /// <remarks>Unity calls OnDisable before it reloads scripts and when play mode ends, so no thread or socket is left.</remarks>
    public sealed class CubeClient : MonoBehaviour
    {
        [SerializeField] private string host = "127.0.0.1";
        [SerializeField] private int port = 7777;

        public PacketClient Client { get; private set; }

        public CubeWorld World { get; private set; }

        private void OnEnable()
        {
            World = new CubeWorld();
            Client = PacketClient.ForTcp(host, port, options: CubeWorld.Options);
            Client.Closed += closed => Debug.Log("Disconnected: " + closed.Reason + " " + closed.InnerException?.Message);
            Client.Connect();
        }

        private void Update() => World.Poll(Client, TimeSpan.FromMilliseconds(2));

        private void OnDisable()
        {
            // Leaves the session.
            Client.Dispose();
            World.Dispose();
        }
    }
}
