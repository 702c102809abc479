using System.Collections;

namespace Codec.Bench.Arenas;

/// <summary>
/// Makes objects of generated types with seeded values. A range limits the members of a name: the length of a text or a list, or a number. A text
/// without characters is null, and so is half of the values and tables with a range that starts at 0. Other numbers use all bits, and floats are
/// below 1.
/// </summary>
internal sealed class SeededObjects(int seed, params (string Name, int Least, int Most)[] ranges)
{
    private const string Letters = "abcdefghijklmnopqrstuvwxyz";

    // The texts of lists.
    private const int ShortText = 3;
    private const int LongText = 12;

    private readonly Random _random = new(seed);

    internal T Make<T>() => (T)Make(typeof(T), "")!;

    private object? Make(Type type, string name)
    {
        int index = Array.FindIndex(ranges, range => range.Name == name);
        bool isLimited = index >= 0;
        (int least, int most) = isLimited ? (ranges[index].Least, ranges[index].Most) : (ShortText, LongText);
        int count = _random.Next(least, most + 1);
        if (type == typeof(string))
        {
            return count == 0 ? null : new string(_random.GetItems(Letters.AsSpan(), count));
        }

        if (type.IsAssignableTo(typeof(IEnumerable)))
        {
            object list = Activator.CreateInstance(type)!;
            MethodInfo add = type.GetMethod("Add")!;
            for (; count > 0; count--)
            {
                add.Invoke(list, [Make(type.GenericTypeArguments[0], "")]);
            }

            return list;
        }

        Type? inner = Nullable.GetUnderlyingType(type);
        bool canLack = isLimited && least == 0 && (inner is not null || type.IsClass);
        return canLack && _random.Next(2) == 0 ? null : MakeValue(inner ?? type, isLimited ? count : null);
    }

    private object MakeValue(Type type, int? number)
    {
        if (type.IsEnum)
        {
            Array values = Enum.GetValues(type);
            return values.GetValue(_random.Next(values.Length))!;
        }

        long bits = number ?? _random.NextInt64(long.MinValue, long.MaxValue);
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => _random.Next(2) == 0,
            TypeCode.SByte => unchecked((sbyte)bits),
            TypeCode.Byte => unchecked((byte)bits),
            TypeCode.Int16 => unchecked((short)bits),
            TypeCode.UInt16 => unchecked((ushort)bits),
            TypeCode.Int32 => unchecked((int)bits),
            TypeCode.UInt32 => unchecked((uint)bits),
            TypeCode.Int64 => bits,
            TypeCode.UInt64 => unchecked((ulong)bits),
            TypeCode.Single => _random.NextSingle(),
            TypeCode.Double => _random.NextDouble(),
            _ => MakeMembers(Activator.CreateInstance(type)!),
        };
    }

    private object MakeMembers(object made)
    {
        foreach (FieldInfo field in made.GetType().GetFields(BindingFlags.Public | BindingFlags.Instance))
        {
            field.SetValue(made, Make(field.FieldType, field.Name));
        }

        foreach (PropertyInfo property in made.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance))
        {
            property.SetValue(made, Make(property.PropertyType, property.Name));
        }

        return made;
    }
}
