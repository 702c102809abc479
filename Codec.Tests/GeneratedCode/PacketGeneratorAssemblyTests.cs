extern alias generator;

using generator::Codec.SourceGenerator;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests two assemblies that share a schema: one contains its types, and the other uses them.</summary>
internal sealed class PacketGeneratorAssemblyTests
{
    private const string Shared = """
        include "packets.fbs";
        namespace Shared;
        enum Colour:ubyte { Red, Green }
        struct Place { x:int; y:int; }
        table Item { id:uint; name:string; places:[Place]; }
        table Box { items:[Item]; }
        union Any { Item, Box }
        table Hello (packet_id: 1) { item:Item; }
        """;

    private const string Own = """
        include "packets.fbs";
        include "shared.fbs";
        namespace Own;
        table Chest (packet_id: 2) { colour:Shared.Colour = Green; place:Shared.Place; first:Shared.Item; items:[Shared.Item]; any:Shared.Any; box:Shared.Box; }
        """;

    private const string Program = """
        #nullable disable
        using System;
        using Codec.Framing;
        using Own;
        using Shared;

        internal static class Example
        {
            public static string Run()
            {
                Chest chest = new Chest
                {
                    Colour = Colour.Red,
                    Place = new Place { X = 1, Y = 2 },
                    First = new Item { Id = 3, Name = "three" },
                    Items = new() { new Item { Id = 4, Name = "four", Places = new() { new Place { X = 5 } } } },
                    Any = Any.FromItem(new Item { Id = 6, Name = "six" }),
                    Box = new Box { Items = new() { new Item { Id = 7 } } },
                };
                byte[] packet = new byte[1024];
                PacketEncoder.Encode(packet, chest, null, out int written);
                ReadOnlySpan<byte> payload = packet.AsSpan(4, written - 4);
                if (!Chest.View.TryCreateVerified(payload, out Chest.View view) || view.Items[0].Name != "four" || view.First.Id != 3)
                {
                    return "not verified";
                }

                Chest read = new Chest();
                return read.TryRead(payload)
                    ? $"{read.Colour} {read.Place.Value.Y} {read.First.Name} {read.Items[0].Places[0].X} {read.Any.AsItem().Name} {read.Box.Items[0].Id}"
                    : "not read";
            }
        }
        """;

    [Test]
    public void Types_of_a_file_with_Emit_false_come_from_another_assembly()
    {
        PacketGeneratorFile[] shared = [PacketGeneratorFile.Item("/p/shared.fbs", Shared)];
        PacketGeneratorFile[] both = [PacketGeneratorFile.Item("/p/shared.fbs", Shared, emit: "False"), PacketGeneratorFile.Item("/p/own.fbs", Own)];
        (CSharpCompilation first, string firstNames) = Generate("SharedTypes", shared);
        using MemoryStream firstImage = Emit(first);
        (CSharpCompilation second, string secondNames) = Generate("OwnTypes", both, MetadataReference.CreateFromImage(firstImage.ToArray()), Program);
        Assert.That(firstNames, Does.Contain("Shared.Item.g.cs"));
        Assert.That(secondNames, Is.EqualTo("Own.Chest.g.cs Codec.Schemas.ProtocolHash.Own.g.cs"));
        using MemoryStream secondImage = Emit(second);

        AssemblyLoadContext context = new("Shared types", isCollectible: true);
        Assembly loaded = context.LoadFromStream(firstImage);
        context.Resolving += (_, name) => name.Name == "SharedTypes" ? loaded : null;
        Assert.That(context.LoadFromStream(secondImage).GetType("Example")!.GetMethod("Run")!.Invoke(null, null), Is.EqualTo("Red 2 three 5 six 7"));
        context.Unload();
    }

    [Test]
    public void The_types_of_a_file_with_Emit_true_are_generated()
    {
        PacketGeneratorFile[] both = [PacketGeneratorFile.Item("/p/shared.fbs", Shared, emit: "true"), PacketGeneratorFile.Item("/p/own.fbs", Own)];
        Assert.That(Generate("OwnTypes", both).Names, Does.Contain("Shared.Item.g.cs").And.Contain("Own.Chest.g.cs"));
    }

    private static (CSharpCompilation Compilation, string Names) Generate(
        string name, PacketGeneratorFile[] files, MetadataReference? reference = null, params string[] sources)
    {
        GeneratorDriver driver = CSharpGeneratorDriver.Create([new PacketGenerator().AsSourceGenerator()], files, optionsProvider: new PacketGeneratorOptions());
        CSharpCompilation compilation = InMemoryCompilation.Create(name, sources, LanguageVersion.CSharp9);
        compilation = reference is null ? compilation : compilation.AddReferences(reference);
        GeneratorDriver ran = driver.WithUpdatedParseOptions(new CSharpParseOptions(compilation.LanguageVersion))
            .RunGeneratorsAndUpdateCompilation(compilation, out Compilation generated, out ImmutableArray<Diagnostic> diagnostics);
        Assert.That(diagnostics, Is.Empty);
        return ((CSharpCompilation)generated, string.Join(' ', ran.GetRunResult().Results.Single().GeneratedSources.Select(source => source.HintName)));
    }

    private static MemoryStream Emit(CSharpCompilation compilation)
    {
        MemoryStream image = new();
        Assert.That(compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning), Is.Empty);
        image.Position = 0;
        return image;
    }
}
