using System;
using System.Buffers.Binary;
using System.Linq;
using Codec.Tests.Interop;
using Coverage;
using Coverage.Keywords;
using Google.FlatBuffers;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>Finds the reason why this repository's verifier rejects a mutant that C++ accepts, as listed in docs/interop.md.</summary>
internal static class Refusal
{
    public const string Unexplained = "unexplained";

    public static string ReasonFor(Mutant mutant) =>
        HasWrongSizePrefix(mutant) ? "a size prefix that is not the size (the C++ library before 25 does not look)"
        : HasHalfUnion(mutant) ? "a union with a type and no value, or of a type that the schema does not have"
        : HasZeroOffset(mutant) ? "an offset of zero"
        : HasVtableInSizePrefix(mutant) ? "a vtable in the size prefix"
        : Unexplained;

    private static bool HasWrongSizePrefix(Mutant mutant) =>
        mutant.Seed.Root == VerifiedRoot.EverythingSizePrefixed
        && BinaryPrimitives.ReadUInt32LittleEndian(mutant.Bytes) != mutant.Bytes.Length - sizeof(uint);

    private static bool HasZeroOffset(Mutant mutant)
    {
        (ByteBuffer buffer, int root) = RootOf(mutant);
        return TableShape.Of(mutant.Seed.Root).ReachesZeroOffset(buffer, root);
    }

    private static bool HasVtableInSizePrefix(Mutant mutant)
    {
        (ByteBuffer buffer, int root) = RootOf(mutant);
        return mutant.Seed.Root == VerifiedRoot.EverythingSizePrefixed
            && TableShape.Of(mutant.Seed.Root).ReachesVtableBefore(buffer, root, sizeof(uint));
    }

    private static (ByteBuffer Buffer, int Root) RootOf(Mutant mutant)
    {
        int start = mutant.Seed.Root == VerifiedRoot.EverythingSizePrefixed ? sizeof(uint) : 0;
        ByteBuffer buffer = new(mutant.Bytes);
        return (buffer, start + buffer.GetInt(start));
    }

    // C++ found these buffers safe to read. In C#, reading a union without a value throws, so an exception also means that there is one.
    private static bool HasHalfUnion(Mutant mutant)
    {
        ByteBuffer buffer = new(mutant.Bytes);
        try
        {
            return mutant.Seed.Root switch
            {
                VerifiedRoot.Everything => HasHalfUnion(Everything.GetRootAsEverything(buffer)),
                VerifiedRoot.EverythingSizePrefixed => HasHalfUnion(Everything.GetRootAsEverything(ByteBufferUtil.RemoveSizePrefix(buffer))),
                VerifiedRoot.Words => IsHalf(Words.GetRootAsWords(buffer)),
                VerifiedRoot.UnionVector => HasHalfUnion(UnionVector.GetRootAsUnionVector(buffer)),
                _ => false,
            };
        }
        catch (ArgumentOutOfRangeException)
        {
            return true;
        }
    }

    private static bool HasHalfUnion(Everything root)
    {
        for (Everything? level = root; level is { } current; level = current.Child)
        {
            if (current.Unions is { } unions
                && (IsHalf(unions.OneType, unions.One<Leaf>()) || IsHalf(unions.OtherType, unions.Other<Leaf>())))
            {
                return true;
            }
        }

        return false;
    }

    private static bool HasHalfUnion(UnionVector root) =>
        Enumerable.Range(0, Math.Min(root.ManyLength, root.ManyTypeLength)).Any(i => root.ManyType(i) > Any.Note);

    private static bool IsHalf(Any type, Leaf? value) => type > Any.Note || (type != Any.NONE && value is null);

    private static bool IsHalf(Words root) =>
        root.OverrideType > Choice.Place || (root.OverrideType != Choice.NONE && root.Override<Inner>() is null);
}
