using UnityEngine;

namespace MovingCubes
{
    /// <summary>Converts the schema's color from and to Unity's.</summary>
    public partial struct Rgba
    {
        public static implicit operator Color(Rgba value) => new Color(value.R, value.G, value.B, value.A);

        public static implicit operator Rgba(Color value) => new Rgba { R = value.r, G = value.g, B = value.b, A = value.a };
    }
}
