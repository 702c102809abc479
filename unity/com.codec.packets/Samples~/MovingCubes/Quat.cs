using UnityEngine;

namespace MovingCubes
{
    /// <summary>Converts the schema's rotation from and to Unity's.</summary>
    public partial struct Quat
    {
        public static implicit operator Quaternion(Quat value) => new Quaternion(value.X, value.Y, value.Z, value.W);

        public static implicit operator Quat(Quaternion value) => new Quat { X = value.x, Y = value.y, Z = value.z, W = value.w };
    }
}
