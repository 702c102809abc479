#if NET
using System.Runtime.CompilerServices;

// Code that was compiled against the netstandard build names this assembly in every call of an init accessor.
[assembly: TypeForwardedTo(typeof(IsExternalInit))]
#else
namespace System.Runtime.CompilerServices;

/// <summary>The type that the compiler needs for init accessors. netstandard does not have it.</summary>
internal static class IsExternalInit;
#endif
