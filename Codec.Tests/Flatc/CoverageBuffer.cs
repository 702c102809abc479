using System;
using System.Collections.Generic;
using Codec.Tests.Interop;
using Coverage;
using Coverage.Keywords;
using Google.FlatBuffers;
using Newtonsoft.Json;

namespace Codec.Tests.Flatc;

/// <summary>A golden buffer of the coverage schemas, and flatc's code for its root.</summary>
/// <param name="Name">The name of the file in schemas/golden/coverage, without the extension.</param>
/// <param name="Json">The file in schemas/coverage/json from which flatc made the buffer.</param>
/// <param name="Root">The root type for the verifier.</param>
/// <param name="Read">Reads every field into an object of flatc's object API.</param>
/// <param name="FromJson">Creates the same object from JSON, without a FlatBuffer.</param>
/// <param name="Build">Packs the object and finishes the builder.</param>
internal sealed record CoverageBuffer(
    string Name,
    string Json,
    VerifiedRoot Root,
    Func<byte[], object> Read,
    Func<string, object> FromJson,
    Action<FlatBufferBuilder, object> Build)
{
    public static IReadOnlyList<CoverageBuffer> All { get; } =
    [
        OfEverything("everything", "everything"),
        OfEverything("smallest", "smallest"),
        OfEverything("defaults", "defaults"),
        OfEverything("explicit_defaults", "explicit_defaults"),
        OfEverything("forced_defaults", "explicit_defaults"),
        new(
            "union_vector",
            "union_vector",
            VerifiedRoot.UnionVector,
            bytes => UnionVector.GetRootAsUnionVector(new ByteBuffer(bytes)).UnPack(),
            json => JsonConvert.DeserializeObject<UnionVectorT>(json)!,
            (builder, value) => builder.Finish(UnionVector.Pack(builder, (UnionVectorT)value).Value)),
        new(
            "words",
            "words",
            VerifiedRoot.Words,
            bytes => Words.GetRootAsWords(new ByteBuffer(bytes)).UnPack(),
            WordsT.DeserializeFromJson,
            (builder, value) => builder.Finish(Words.Pack(builder, (WordsT)value).Value)),
    ];

    /// <summary>Gets whether fields with default values are written.</summary>
    public bool ForceDefaults => Name == "forced_defaults";

    /// <summary>Gets the schema file and the name of the root type, as flatc expects them.</summary>
    public (string Schema, string RootType) FlatcNames => Root switch
    {
        VerifiedRoot.Words => ("keywords.fbs", "Coverage.Keywords.Words"),
        VerifiedRoot.UnionVector => ("coverage.fbs", "Coverage.UnionVector"),
        _ => ("coverage.fbs", "Coverage.Everything"),
    };

    public override string ToString() => Name;

    private static CoverageBuffer OfEverything(string name, string json) => new(
        name,
        json,
        VerifiedRoot.Everything,
        bytes => Everything.GetRootAsEverything(new ByteBuffer(bytes)).UnPack(),
        EverythingT.DeserializeFromJson,
        (builder, value) => Everything.FinishEverythingBuffer(builder, Everything.Pack(builder, (EverythingT)value)));
}
