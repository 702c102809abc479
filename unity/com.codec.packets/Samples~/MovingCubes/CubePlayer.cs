using System.Collections.Generic;
using UnityEngine;

namespace MovingCubes
{
    /// <summary>Moves this player's cube with the arrow keys, sends it, and shows the cubes of the others.</summary>
    [RequireComponent(typeof(CubeClient))]
    public sealed class CubePlayer : MonoBehaviour
    {
        private const float Speed = 3;

        private readonly Dictionary<uint, GameObject> _shown = new Dictionary<uint, GameObject>();
        private readonly CubeMoved _packet = new CubeMoved();
        private CubeClient _client;
        private GameObject _cube;
        private bool _isUnsent;

        private void Start()
        {
            _client = GetComponent<CubeClient>();
            _packet.Cube = (uint)Random.Range(1, int.MaxValue);
            _packet.Color = Random.ColorHSV();
            _cube = Show(_packet);
        }

        private void Update()
        {
            Vector3 direction = new Vector3(Input.GetAxis("Horizontal"), 0, Input.GetAxis("Vertical"));
            if (direction != Vector3.zero)
            {
                _cube.transform.position += direction * (Speed * Time.deltaTime);
                _cube.transform.rotation = Quaternion.LookRotation(direction);
                _packet.Position = _cube.transform.position;
                _packet.Rotation = _cube.transform.rotation;
                _isUnsent = true;
            }

            // If the client is not connected, or too many bytes wait, the last position is sent later.
            if (_isUnsent && _client.Client.TrySend(_packet))
            {
                _isUnsent = false;
            }

            foreach (KeyValuePair<uint, CubeMoved> other in _client.World.Others)
            {
                if (!_shown.TryGetValue(other.Key, out GameObject cube))
                {
                    cube = Show(other.Value);
                    _shown.Add(other.Key, cube);
                }

                Quaternion rotation = other.Value.Rotation is Quat known ? known : Quaternion.identity;
                cube.transform.SetPositionAndRotation(other.Value.Position.GetValueOrDefault(), rotation);
            }
        }

        private static GameObject Show(CubeMoved packet)
        {
            GameObject cube = GameObject.CreatePrimitive(PrimitiveType.Cube);
            cube.GetComponent<Renderer>().material.color = packet.Color.GetValueOrDefault();
            return cube;
        }
    }
}
