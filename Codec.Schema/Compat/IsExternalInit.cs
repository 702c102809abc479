using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for to allow <c>init</c>; netstandard2.0 lacks it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
internal static class IsExternalInit
{
}
