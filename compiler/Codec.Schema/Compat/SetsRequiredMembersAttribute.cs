namespace System.Diagnostics.CodeAnalysis;

/// <summary>An attribute that the compiler adds to copy constructors of records with <c>required</c> members. netstandard2.0 does not have it.</summary>
[AttributeUsage(AttributeTargets.Constructor, Inherited = false)]
internal sealed class SetsRequiredMembersAttribute : Attribute;
