using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>The type that the compiler needs for <c>init</c> accessors. netstandard2.0 does not have it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
internal static class IsExternalInit
{
}
