#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>The type that the compiler requires for init accessors. .NET Framework does not have it.</summary>
internal static class IsExternalInit;
#endif
