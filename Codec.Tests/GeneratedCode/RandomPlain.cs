namespace Codec.Tests.GeneratedCode;

/// <summary>Fills generated types with random values that flatc's JSON preserves: floating-point numbers have few digits.</summary>
/// <param name="random">The source of random numbers.</param>
/// <param name="required">The full names of the properties that are never null.</param>
/// <param name="maxDepth">The maximum nesting depth of objects.</param>
/// <param name="neverEmpty">Whether optional strings and vectors are never empty, and unions in vectors always have a value.</param>
/// <param name="nested">The full names of the properties that contain a nested payload, with its type.</param>
internal sealed class RandomPlain(
    Random random,
    IReadOnlySet<string> required,
    int maxDepth = 4,
    bool neverEmpty = false,
    IReadOnlyDictionary<string, Type>? nested = null)
{
    private static readonly string[] Alphabet = ["a", "B", "7", " ", "\"", "\\", "\n", "é", "漢", "😀", "z", "_"];

    private readonly NullabilityInfoContext _nullability = new();

    public object Fill(Type type, int depth = 0)
    {
        object value = Activator.CreateInstance(type)!;
        foreach (PropertyInfo property in type.GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.CanWrite))
        {
            string name = type.FullName + "." + property.Name;
            property.SetValue(value, nested is not null && nested.TryGetValue(name, out Type? root)
                ? Payload(root, depth)
                : Create(property.PropertyType, depth, !required.Contains(name) && _nullability.Create(property).WriteState == NullabilityState.Nullable));
        }

        return value;
    }

    private FieldList<byte>? Payload(Type root, int depth) =>
        depth >= maxDepth ? null : new FieldList<byte>(new PlainType(root).Write(Fill(root, depth + 1)));

    private object? Create(Type type, int depth, bool isNullable)
    {
        if (Nullable.GetUnderlyingType(type) is Type underlying)
        {
            return random.Next(3) == 0 ? null : Create(underlying, depth, false);
        }

        if (type.IsEnum)
        {
            Array values = Enum.GetValues(type);
            return values.Length == 0 ? Enum.ToObject(type, 0) : values.GetValue(random.Next(values.Length));
        }

        if (type.IsPrimitive)
        {
            return Number(type);
        }

        if (isNullable && (random.Next(4) == 0 || (depth >= maxDepth && type != typeof(string))))
        {
            return null;
        }

        if (type == typeof(string))
        {
            return string.Concat(Enumerable.Range(0, random.Next(isNullable && neverEmpty ? 1 : 0, 12)).Select(_ => Alphabet[random.Next(Alphabet.Length)]));
        }

        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(FieldList<>))
        {
            return List(type, depth, isNullable && neverEmpty);
        }

        if (!type.IsValueType)
        {
            return Fill(type, depth + 1);
        }

        return IsUnion(type) ? Union(type, depth, isChosen: false) : Struct(type, depth);
    }

    private object Number(Type type) => Type.GetTypeCode(type) switch
    {
        TypeCode.Boolean => random.Next(2) == 1,
        TypeCode.SByte => (sbyte)random.Next(sbyte.MinValue, sbyte.MaxValue + 1),
        TypeCode.Byte => (byte)random.Next(256),
        TypeCode.Int16 => (short)random.Next(short.MinValue, short.MaxValue + 1),
        TypeCode.UInt16 => (ushort)random.Next(65536),
        TypeCode.Int32 => random.Next(int.MinValue, int.MaxValue),
        TypeCode.UInt32 => (uint)random.NextInt64(1L + uint.MaxValue),
        TypeCode.Int64 => random.NextInt64(long.MinValue, long.MaxValue),
        TypeCode.UInt64 => (ulong)random.NextInt64(long.MinValue, long.MaxValue),
        TypeCode.Single => random.Next(-4000, 4000) / 4f,
        _ => random.Next(-4000, 4000) / 4d,
    };

    private object List(Type type, int depth, bool isFilled)
    {
        object list = Activator.CreateInstance(type)!;
        Type element = type.GetGenericArguments()[0];
        MethodInfo add = type.GetMethod("Add")!;
        int count = depth >= maxDepth ? 0 : random.Next(isFilled ? 1 : 0, 4);
        for (int i = 0; i < count; i++)
        {
            add.Invoke(list, [IsUnion(element) ? Union(element, depth, isChosen: neverEmpty) : Create(element, depth, false)]);
        }

        return list;
    }

    private object Struct(Type type, int depth)
    {
        object value = Activator.CreateInstance(type)!;
        foreach (FieldInfo field in type.GetFields(BindingFlags.Public | BindingFlags.Instance))
        {
            field.SetValue(value, Create(field.FieldType, depth, false));
        }

        foreach (PropertyInfo property in type.GetProperties())
        {
            property.SetValue(value, Create(property.PropertyType, depth, false));
        }

        foreach (MethodInfo setter in type.GetMethods().Where(method => method.Name.StartsWith("Set", StringComparison.Ordinal)))
        {
            FieldInfo array = type.GetField("__" + setter.Name[3..], BindingFlags.NonPublic | BindingFlags.Instance)!;
            int bytes = array.FieldType.StructLayoutAttribute!.Size;
            int size = Marshal.SizeOf(array.FieldType.GetField("First")!.FieldType is { IsEnum: true } enumeration
                ? enumeration.GetEnumUnderlyingType()
                : array.FieldType.GetField("First")!.FieldType);
            for (int i = 0; i < bytes / size; i++)
            {
                setter.Invoke(value, [i, Create(setter.GetParameters()[1].ParameterType, depth, false)]);
            }
        }

        return value;
    }

    private static bool IsUnion(Type type) => type is { IsValueType: true, IsPrimitive: false, IsEnum: false } && type.GetField("ByteSize") is null;

    private object Union(Type type, int depth, bool isChosen)
    {
        MethodInfo[] makers = type.GetMethods(BindingFlags.Public | BindingFlags.Static)
            .Where(method => method.Name.StartsWith("From", StringComparison.Ordinal))
            .ToArray();
        int choice = random.Next(makers.Length + (isChosen ? 0 : 1));
        return choice == makers.Length || depth >= maxDepth
            ? Activator.CreateInstance(type)!
            : makers[choice].Invoke(null, [Create(makers[choice].GetParameters()[0].ParameterType, depth + 1, isNullable: false)])!;
    }
}
