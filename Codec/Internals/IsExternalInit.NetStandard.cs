#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>The type that the compiler needs for init accessors. netstandard does not have it.</summary>
internal static class IsExternalInit;
#endif
