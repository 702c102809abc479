using System.ComponentModel;

namespace System.Diagnostics.CodeAnalysis;

/// <summary>What the compiler puts on copy constructors of records with <c>required</c> members; netstandard2.0 lacks it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.Constructor, Inherited = false)]
internal sealed class SetsRequiredMembersAttribute : Attribute
{
}
