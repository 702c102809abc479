using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>An attribute that the compiler needs for <c>required</c> members. netstandard2.0 does not have it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.All, AllowMultiple = true, Inherited = false)]
internal sealed class CompilerFeatureRequiredAttribute(string featureName) : Attribute
{
    public string FeatureName { get; } = featureName;
}
