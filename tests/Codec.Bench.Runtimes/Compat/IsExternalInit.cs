#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for init accessors, which .NET Framework does not have.</summary>
internal static class IsExternalInit;
#endif
