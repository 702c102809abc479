namespace Codec.Soak;

/// <summary>The languages of a link's client and server.</summary>
internal enum LinkEnds
{
    CSharpToCSharp,
    CSharpToCpp,
    CppToCSharp,
    CppToCpp,
}
