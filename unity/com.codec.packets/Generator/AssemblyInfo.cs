// Unity runs Codec.SourceGenerator.dll, in this folder, on this assembly and on every assembly that references it, also through others. Codec.Packets
// does. The assembly exists because define constraints of the DLL itself would be ignored: before Unity 2022.3 it is not compiled, no assembly
// references it, and the generator, which needs a newer compiler, does not run.
using System.Reflection;

[assembly: AssemblyDescription("Carries the source generator of Codec.")]
