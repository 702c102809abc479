namespace Codec.Bench.Serializers;

// Separate, because .NET Framework, for which Codec.Bench.Runtimes compiles the other part, has no default members of interfaces.
public sealed partial class GeneratedSerializer : IGameSerializer;
