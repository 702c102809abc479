using System.ComponentModel;

namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for to allow <c>required</c>; netstandard2.0 lacks it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Field | AttributeTargets.Property, Inherited = false)]
internal sealed class RequiredMemberAttribute : Attribute
{
}
