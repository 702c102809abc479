using Codec.Tests.Every;

namespace Codec.Tests.GeneratedCode;

/// <summary>The tables of everything.fbs, each used as a root.</summary>
internal static class EveryTable
{
    public static readonly string Schema = Repository.PathOf("Codec.Tests", "GeneratedCode", "Schemas", "everything.fbs");

    public static readonly IReadOnlySet<string> Required = new HashSet<string>
    {
        typeof(Leaf).FullName + ".Name", typeof(Strict).FullName + ".Title", typeof(Strict).FullName + ".Leaf", typeof(Strict).FullName + ".Data",
    };

    public static readonly Type[] All =
        [typeof(Root), typeof(Numbers), typeof(Optionals), typeof(Vectors), typeof(Strict), typeof(Node), typeof(Leaf), typeof(Big), typeof(Nothing)];

    public static CppVerifier Cpp => CppVerifier.For(Schema, [.. All.Select(type => (type.FullName!, type == typeof(Root) ? "EVRY" : null))]);

    public static object Fill(Type type, Random random)
    {
        object value = new RandomPlain(random, Required).Fill(type);
        if (value is Root { Nested: not null } root)
        {
            byte[] inner = new PlainType(typeof(Leaf)).Write(new RandomPlain(random, Required).Fill(typeof(Leaf)));
            root.Nested = new FieldList<byte>(inner);
        }

        return value;
    }
}
