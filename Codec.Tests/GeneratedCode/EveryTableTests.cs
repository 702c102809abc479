using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using Codec.Payloads;
using Codec.Tests.Every;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests random values of every kind of field with generated code, the C++ verifier of FlatBuffers, and flatc's JSON.</summary>
[TestFixture]
internal sealed class EveryTableTests
{
    private const int Rounds = 200;

    private static readonly Type[] Tables = EveryTable.All;

    [TestCaseSource(nameof(Tables))]
    public void Written_payloads_pass_verification_and_round_trip(Type type)
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        PlainType plain = new(type);
        object reused = Activator.CreateInstance(type)!;
        for (int i = 0; i < Rounds; i++)
        {
            byte[] payload = plain.Write(EveryTable.Fill(type, random));
            Assert.That(plain.Verify(payload), Is.True, () => $"round {i}");
            Assert.That(plain.Read(payload, reused), Is.SameAs(reused));
            Assert.That(plain.Write(reused), Is.EqualTo(payload), () => $"round {i}");
        }
    }

    [TestCaseSource(nameof(Tables))]
    public void TryWrite_returns_false_for_every_destination_that_is_too_short(Type type)
    {
        PlainType plain = new(type);
        object value = EveryTable.Fill(type, new Random(7));
        byte[] payload = plain.Write(value);
        byte[] destination = new byte[payload.Length + 16];
        for (int length = 0; length <= payload.Length; length++)
        {
            Array.Fill(destination, (byte)0xAB);
            bool fits = plain.TryWrite(value, destination.AsSpan(0, length), out int written);
            Assert.That(fits, Is.EqualTo(length == payload.Length), () => $"length {length}");
            Assert.That(written, Is.EqualTo(fits ? payload.Length : 0));
            Assert.That(destination.AsSpan(length).IndexOfAnyExcept((byte)0xAB), Is.EqualTo(-1), () => $"wrote past length {length}");
        }

        Assert.That(destination.AsSpan(0, payload.Length).ToArray(), Is.EqualTo(payload));
    }

    [TestCaseSource(nameof(Tables))]
    public void The_cpp_verifier_accepts_written_payloads(Type type)
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        PlainType plain = new(type);
        byte[][] payloads = [.. Enumerable.Range(0, Rounds).Select(_ => plain.Write(EveryTable.Fill(type, random)))];
        Assert.That(EveryTable.Cpp.Verify(Array.IndexOf(Tables, type), payloads), Is.All.True);
    }

    [Test]
    public void The_view_of_a_vector_of_unions_is_enumerated_in_order()
    {
        Vectors vectors = new() { Choices = [Choice.FromText("a"), default, Choice.FromLeaf(new Leaf { Name = "b" })] };
        Assert.That(Vectors.View.TryCreateVerified(new PlainType(typeof(Vectors)).Write(vectors), out Vectors.View view), Is.True);
        List<string> texts = [];
        foreach (Choice.View choice in view.Choices)
        {
            texts.Add($"{choice.Type} {choice.AsText()}{choice.AsLeaf().Name}");
        }

        Assert.That(texts, Is.EqualTo((string[])["Text a", "NONE ", "Leaf b"]));
    }

    [Test]
    public void Payloads_round_trip_through_the_json_of_flatc()
    {
        ExternalProgram.Require("flatc");
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        PlainType plain = new(typeof(Root));
        DirectoryInfo directory = Directory.CreateTempSubdirectory("codec-json");

        // flatc 2.0.8 does not support JSON for structs and strings in unions, nor for vectors of unions.
        string schema = Path.Combine(directory.FullName, "everything.fbs");
        File.WriteAllText(schema, File.ReadAllText(EveryTable.Schema)
            .Replace(", Point, Text:string }", " }", StringComparison.Ordinal)
            .Replace("  choices:[Choice];\n", "", StringComparison.Ordinal));
        List<byte[]> payloads = [];
        for (int i = 0; i < 40; i++)
        {
            Root value = (Root)EveryTable.Fill(typeof(Root), random, onlyTablesInUnions: true);
            value.Vectors?.Choices = null;
            SortByKeys(value);
            payloads.Add(plain.Write(value));
            File.WriteAllBytes(Path.Combine(directory.FullName, $"m{i}.bin"), payloads[i]);
        }

        string[] binaries = [.. Enumerable.Range(0, payloads.Count).Select(i => Path.Combine(directory.FullName, $"m{i}.bin"))];
        string[] options = ["-I", Repository.PathOf("schemas"), "-o", directory.FullName];
        ExternalProgram.RunSuccessfully("flatc", [.. options, "--json", "--strict-json", schema, "--", .. binaries]);
        foreach (string binary in binaries)
        {
            File.Delete(binary);
        }

        ExternalProgram.RunSuccessfully("flatc", [.. options, "-b", schema, .. binaries.Select(binary => Path.ChangeExtension(binary, ".json"))]);
        for (int i = 0; i < payloads.Count; i++)
        {
            byte[] theirs = File.ReadAllBytes(binaries[i]);
            string json = File.ReadAllText(Path.ChangeExtension(binaries[i], ".json"), Encoding.UTF8);
            Assert.That(plain.Verify(theirs), Is.True, () => json);
            Assert.That(plain.Write(plain.Read(theirs)!), Is.EqualTo(payloads[i]), () => json);
        }

        directory.Delete(recursive: true);
    }

    // flatc sorts vectors whose elements have a key. The order of equal keys is unspecified, so the values must have distinct keys.
    private static void SortByKeys(Root root)
    {
        SortDistinct(root.Entries, (left, right) => left.Key.CompareTo(right.Key));
        SortDistinct(root.Vectors?.Leaves, Leaf.CompareByKey);
        SortByKeys(root.Tree);
    }

    private static void SortByKeys(Node? node)
    {
        if (node is null)
        {
            return;
        }

        SortByKeys(node.Left);
        SortByKeys(node.Right);
        SortDistinct(node.Children, Node.CompareByKey);
        for (int i = 0; i < node.Children?.Count; i++)
        {
            SortByKeys(node.Children[i]);
        }
    }

    private static void SortDistinct<T>(FieldList<T>? list, Comparison<T> compare)
    {
        if (list is null)
        {
            return;
        }

        list.Sort(compare);
        Span<T> items = list.AsSpan();
        int count = Math.Min(items.Length, 1);
        for (int i = 1; i < items.Length; i++)
        {
            if (compare(items[count - 1], items[i]) != 0)
            {
                items[count++] = items[i];
            }
        }

        list.SetCount(count);
    }
}
