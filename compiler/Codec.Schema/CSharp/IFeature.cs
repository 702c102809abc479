using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>Generates members that a table, a struct or a union has in addition to its fields.</summary>
internal interface IFeature
{
    /// <summary>Returns whether the type has the members.</summary>
    bool Has(Definition definition);

    /// <summary>Returns the interfaces that the members implement.</summary>
    IEnumerable<string> Interfaces(Definition definition);

    /// <summary>Generates the members.</summary>
    void EmitMembers(CodeWriter code, Definition definition);
}
