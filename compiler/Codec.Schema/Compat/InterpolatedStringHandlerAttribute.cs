using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>An attribute that the compiler needs for interpolated string handlers. netstandard2.0 does not have it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, Inherited = false)]
internal sealed class InterpolatedStringHandlerAttribute : Attribute
{
}
