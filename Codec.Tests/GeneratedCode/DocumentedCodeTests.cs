namespace Codec.Tests.GeneratedCode;

/// <summary>Generates code from the schema of docs/generated-code.md, and compiles and runs the example of that page with it.</summary>
internal sealed partial class DocumentedCodeTests
{
    // The declarations that the example requires. The example replaces the comment in Run.
    private const string Around = """
        using System;
        using System.Buffers;
        using Codec.Dispatch;
        using Codec.Framing;
        using Codec.Packets;
        using Codec.Payloads;

        internal sealed class Player
        {
            public ulong Taken { get; private set; }

            public void Take(Inventory.View message) => Taken = message.Owner;
        }

        internal static class Example
        {
            private static uint _used;

            private static void Use(uint id, ReadOnlySpan<byte> name, ReadOnlySpan<short> modifiers) => _used += id + (uint)name.Length + (uint)modifiers.Length;

            public static uint Run(byte[] payload, PacketRoutes<Player> routes, byte[] copy)
            {
                // the example
                buffer.Slice(0, written).CopyTo(copy);
                return fits && isInventory ? _used : 0;
            }
        }
        """;

    [Test]
    public void The_documented_example_compiles_without_warnings_and_returns_the_expected_results()
    {
        string[] blocks = [.. Fence().Matches(Repository.Read("docs/generated-code.md")).Select(block => block.Groups[1].Value)];
        string schema = blocks.Single(block => block.StartsWith("table Item", StringComparison.Ordinal));
        string example = blocks.Single(block => block.StartsWith("// From objects", StringComparison.Ordinal));
        SchemaResult result = CSharpEmitter.Check(SchemaCompiler.Compile(
            [new SchemaSource("example.fbs", "include \"packets.fbs\";\n" + schema)],
            SchemaText.Read,
            [Repository.PathOf("schemas")]));
        Assert.That(result.Diagnostics, Is.Empty);

        Assembly assembly = InMemoryCompilation.Load(
            "Documented",
            [.. CSharpEmitter.Emit(result.Model!).Select(file => file.Text), Around.Replace("// the example", example, StringComparison.Ordinal)],
            LanguageVersion.CSharp14);

        Type inventory = assembly.GetType("Inventory")!;
        Type player = assembly.GetType("Player")!;
        Assert.That(inventory.GetField("PacketId")!.GetRawConstantValue(), Is.EqualTo(5u));
        byte[] payload = new PlainType(inventory).Write(WithOneItem(assembly));
        byte[] copy = new byte[256];
        object routes = Activator.CreateInstance(typeof(Codec.Dispatch.PacketRoutes<>).MakeGenericType(player))!;

        // There is one item, with the id 1 and the name "Rope" of 4 letters.
        object used = assembly.GetType("Example")!.GetMethod("Run")!.Invoke(null, [payload, routes, copy])!;
        Assert.That(used, Is.EqualTo(1u + 4u));
        Assert.That(copy.AsSpan(0, payload.Length).ToArray(), Is.EqualTo(payload), "from values as from objects");
    }

    private static object WithOneItem(Assembly assembly)
    {
        Type itemType = assembly.GetType("Item")!;
        object item = Activator.CreateInstance(itemType)!;
        itemType.GetProperty("Id")!.SetValue(item, 1u);
        itemType.GetProperty("Count")!.SetValue(item, (ushort)3);
        itemType.GetProperty("Name")!.SetValue(item, "Rope");
        Type inventoryType = assembly.GetType("Inventory")!;
        object inventory = Activator.CreateInstance(inventoryType)!;
        inventoryType.GetProperty("Owner")!.SetValue(inventory, 7ul);
        PropertyInfo items = inventoryType.GetProperty("Items")!;
        object list = Activator.CreateInstance(items.PropertyType)!;
        items.PropertyType.GetMethod("Add")!.Invoke(list, [item]);
        items.SetValue(inventory, list);
        return inventory;
    }

    [GeneratedRegex(@"^```\w*\n(.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Fence();
}
