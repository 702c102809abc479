#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler asks for init accessors, which netstandard does not have.</summary>
internal static class IsExternalInit;
#endif
