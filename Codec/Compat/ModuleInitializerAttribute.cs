#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>The attribute by which the compiler finds what runs when the assembly is loaded. netstandard does not have it.</summary>
[AttributeUsage(AttributeTargets.Method, Inherited = false)]
internal sealed class ModuleInitializerAttribute : Attribute;
#endif
