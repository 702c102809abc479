using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for to allow <c>required</c>; netstandard2.0 lacks it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = false)]
internal sealed class CompilerFeatureRequiredAttribute(string featureName) : Attribute
{
    public string FeatureName { get; } = featureName;
}
