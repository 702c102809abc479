using System.Collections.Generic;
using System.Text.Json;

namespace Codec.Json;

/// <summary>The state of one object that is being read.</summary>
internal ref struct GeneratedJsonFrame
{
    // The ordinals of seen fields that have no bit in _seen.
    private HashSet<int>? _moreSeen;
    private ulong _seen;

    /// <summary>The reader at the start of the object. It is used to find a union's type that is not directly before its value.</summary>
    internal Utf8JsonReader Start;

    /// <summary>Whether the reader is at the name of the next field. If not, it is at the end of the object.</summary>
    internal bool HasName;

    /// <summary>Whether this pass only checks that no required field is missing.</summary>
    internal bool IsChecking;

    /// <summary>The number of fields that generated code has asked for in this pass.</summary>
    internal int NextOrdinal;

    /// <summary>The number of fields that were read.</summary>
    internal int Read;

    /// <summary>The ordinal of the type field that was read last, plus 1. This is the ordinal of the union's value.</summary>
    internal int TypeOrdinal;

    /// <summary>The type of that union.</summary>
    internal long Type;

    /// <summary>The types, if it is a vector of unions.</summary>
    internal List<long>? Types;

    internal readonly bool IsSeen(int ordinal) => ordinal < 64 ? (_seen & (1UL << ordinal)) != 0 : _moreSeen?.Contains(ordinal) == true;

    internal void SetSeen(int ordinal)
    {
        if (ordinal < 64)
        {
            _seen |= 1UL << ordinal;
        }
        else
        {
            (_moreSeen ??= []).Add(ordinal);
        }
    }
}
