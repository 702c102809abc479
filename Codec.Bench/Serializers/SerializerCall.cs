using System.Runtime.CompilerServices;

namespace Codec.Bench.Serializers;

/// <summary>The compilation of the functions that read a message.</summary>
internal static class SerializerCall
{
    // With a profile, the JIT inlines the delegate's only target into the benchmark, and the code of the reader then may exceed the budget for inlining:
    // Move took five times as long with generated code as when it is called from application code. All serializers have the attribute, so that all
    // pay the same for the call.
    internal const MethodImplOptions NotInTheCaller = MethodImplOptions.NoInlining;
}
