#if NET
using System.Runtime.CompilerServices;

// Code that was compiled against the netstandard build names this assembly in every call of an init accessor.
[assembly: TypeForwardedTo(typeof(IsExternalInit))]
#endif
