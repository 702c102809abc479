// Unity runs Codec.SourceGenerator.dll, in this folder, on this assembly and on every assembly that references it, directly or indirectly.
// Codec.Packets references it. The assembly exists because define constraints of the DLL itself would be ignored. Before Unity 2022.3, this assembly
// is not compiled and no assembly references it. So the generator, which needs a newer compiler, does not run.
using System.Reflection;

[assembly: AssemblyDescription("Carries the source generator of Codec.")]
