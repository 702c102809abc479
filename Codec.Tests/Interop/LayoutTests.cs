using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using Codec.Packets;
using Codec.Tests.Golden;
using NUnit.Framework;

namespace Codec.Tests.Interop;

/// <summary>Compares C++'s sizeof, alignof and offsetof with the C# structs that have the same layout.</summary>
[TestFixture]
public sealed class LayoutTests
{
    private static readonly Type[] Types = [typeof(PacketHeader), typeof(Vec3Layout), typeof(QuatLayout), typeof(EntityStateLayout)];

    private static IEnumerable<string> Lines =>
        GoldenFiles.ReadText("layout.txt").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    [TestCaseSource(nameof(Lines))]
    public void Cpp_layout_equals_the_layout_of_the_CSharp_struct(string line)
    {
        string[] words = line.Split(' ');
        string[] name = words[0].Split('.');
        Type type = Types.Single(type => NameOf(type) == name[0]);
        if (name.Length == 1)
        {
            Assert.That(words[1..], Is.EqualTo(new[] { "sizeof", Text(Marshal.SizeOf(type)), "alignof", Text(AlignmentOf(type)) }));
            return;
        }

        FieldInfo field = FieldsOf(type).Single(field => NameOf(field).Equals(name[1], StringComparison.OrdinalIgnoreCase));
        Assert.That(words[1..], Is.EqualTo(new[] { "offsetof", Text((int)Marshal.OffsetOf(type, field.Name)), "sizeof", Text(Marshal.SizeOf(field.FieldType)) }));
    }

    [Test]
    public void Every_field_of_the_CSharp_structs_is_in_the_layout()
    {
        int types = Types.Length;
        int fields = Types.Sum(type => FieldsOf(type).Length);

        Assert.That(Lines.Count(), Is.EqualTo(types + fields));
    }

    private static string NameOf(Type type) => type.Name.Replace("Layout", "", StringComparison.Ordinal);

    // The name of a field can be _size, or <X>k__BackingField for a property.
    private static string NameOf(FieldInfo field) => field.Name.TrimStart('_', '<').Split('>')[0];

    private static FieldInfo[] FieldsOf(Type type) => type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic);

    // The alignment of a struct is that of the field with the largest alignment, but at most its Pack.
    private static int AlignmentOf(Type type)
    {
        int natural = type.IsPrimitive ? Marshal.SizeOf(type) : FieldsOf(type).Max(field => AlignmentOf(field.FieldType));
        int pack = type.StructLayoutAttribute?.Pack ?? 0;
        return pack == 0 ? natural : Math.Min(natural, pack);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
