using UnityEngine;

namespace MovingCubes
{
    /// <summary>Converts the schema's vector from and to Unity's.</summary>
    public partial struct Vec3
    {
        public static implicit operator Vector3(Vec3 value) => new Vector3(value.X, value.Y, value.Z);

        public static implicit operator Vec3(Vector3 value) => new Vec3 { X = value.x, Y = value.y, Z = value.z };
    }
}
