using System;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Framing;
using Codec.Generated;
using Codec.Payloads;
using Google.FlatBuffers;

namespace Codec.Dispatch;

/// <summary>Verifies payloads that are a FlatBuffer, and returns their root as a type that flatc generated.</summary>
/// <remarks>A payload that is not in an array is copied once, into the dispatcher's scratch memory.</remarks>
internal readonly struct FlatBufferPayload<TRoot>
    where TRoot : struct, IFlatbufferObject
{
    private readonly VerifyTableAction _verify;
    private readonly string? _fileIdentifier;
    private readonly Options? _callersOptions;
    private readonly bool _copiesToObjects;

    // For payloads of at most this size, in bytes. Larger payloads have higher limits.
    private readonly Options _options;
    private readonly int _largestWithOptions;

    internal FlatBufferPayload(VerifyTableAction verify, string? fileIdentifier, Options? options, bool copiesToObjects)
    {
        if (verify is null)
        {
            Throw.ArgumentNull(nameof(verify));
        }

        CheckTable(verify);
        FlatBufferPacket.CheckFileIdentifier(fileIdentifier);
        _verify = verify;
        _fileIdentifier = fileIdentifier;
        _callersOptions = options;
        _copiesToObjects = copiesToObjects;
        Options limits = options ?? new Options { maxTables = GeneratedBudget.MaxTables(0) };
        _options = copiesToObjects ? FlatBuffersRuntime.LimitCopies(limits, 0) : limits;
        _largestWithOptions = options is null ? GeneratedBudget.LargestWithMinTables
            : copiesToObjects ? FlatBuffersRuntime.LargestWithUsualLimit : int.MaxValue;
    }

    /// <summary>Verifies a packet's payload.</summary>
    /// <param name="packet">The packet.</param>
    /// <param name="scratch">The dispatcher's memory.</param>
    /// <param name="root">The root; valid until the scratch memory is used again.</param>
    /// <returns><see langword="false"/> if the payload is rejected.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(in Packet packet, DispatchScratch scratch, out TRoot root)
    {
        byte[] array = scratch.GetPayloadArray(packet, out int offset);
        int count = packet.PayloadSize;
        FlatBufferScratch flatBuffers = scratch.FlatBuffers;
        Options options = count <= _largestWithOptions ? _options : GetLargerLimits(_callersOptions, _copiesToObjects, flatBuffers, count);
        root = default;
        if (!flatBuffers.TryStart(array, offset, count, _fileIdentifier, options, out int position))
        {
            return false;
        }

        // The payload is not verified yet, but __init reads only the root table's first four bytes, which TryStart has checked.
        root.__init(position, flatBuffers.Buffer);
        return flatBuffers.Verify(_verify, position);
    }

    // flatc writes the class MoveVerify for the table Move, in the same namespace and assembly. A verifier is rejected only if both it and the root have such a
    // pair, so a program's own verifiers and roots are accepted.
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "If a type was removed, the verifier is accepted.")]
    private static void CheckTable(VerifyTableAction verify)
    {
        const string Suffix = "Verify";
        Type root = typeof(TRoot);
        string rootVerifier = root.FullName + Suffix;
        if (verify.Method.DeclaringType is { FullName: { } verifier } type
            && verifier != rootVerifier
            && verifier.EndsWith(Suffix, StringComparison.Ordinal)
            && type.Assembly.GetType(verifier.Substring(0, verifier.Length - Suffix.Length)) is { } table
            && typeof(IFlatbufferObject).IsAssignableFrom(table)
            && root.Assembly.GetType(rootVerifier) is not null)
        {
            Throw.VerifierOfOtherTable(nameof(verify), verifier, root);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Options GetLargerLimits(Options? callersOptions, bool copiesToObjects, FlatBufferScratch flatBuffers, int payloadSize)
    {
        Options limits = callersOptions ?? flatBuffers.LimitTables(GeneratedBudget.MaxTables(payloadSize));
        return copiesToObjects ? FlatBuffersRuntime.LimitCopies(limits, payloadSize) : limits;
    }
}
