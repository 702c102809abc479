using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Members that a table, a struct or a union has besides its fields.</summary>
internal interface IFeature
{
    /// <summary>Returns whether the type has the members.</summary>
    bool Has(Definition definition);

    /// <summary>The interfaces that the members implement.</summary>
    IEnumerable<string> Interfaces(Definition definition);

    /// <summary>Writes the members.</summary>
    void EmitMembers(CodeWriter code, Definition definition);
}
