namespace Codec.Schema.Model;

/// <summary>What the bits of a quantized field are. The numbers are those of the shape of a packed payload.</summary>
public enum QuantizationKind
{
    /// <summary>The index of a number in the range.</summary>
    Scalar,

    /// <summary>The two coordinates of a direction on an octahedron, which a struct of 3 floats holds.</summary>
    UnitVector,

    /// <summary>The index of the largest component of a rotation, and the three others, which a struct of 4 floats holds.</summary>
    Quaternion,
}
