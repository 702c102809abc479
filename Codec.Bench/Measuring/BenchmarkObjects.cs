using System.Collections;

namespace Codec.Bench.Measuring;

/// <summary>Sums and copies objects of any type by reflection, outside of what is measured.</summary>
internal static class BenchmarkObjects
{
    /// <summary>
    /// Returns the sum of all fields: of a number, its value or its bits; of a string, its length and its first byte. C++ has the same sum.
    /// </summary>
    internal static ulong Sum(object? value) => value switch
    {
        null => 0,
        bool flag => flag ? 1UL : 0,
        string text => text.Length == 0 ? 0 : (ulong)text.Length + text[0],
        float number => BitConverter.SingleToUInt32Bits(number),
        double number => BitConverter.DoubleToUInt64Bits(number),
        ulong number => number,
        Enum or IConvertible => unchecked((ulong)Convert.ToInt64(value, CultureInfo.InvariantCulture)),
        IEnumerable elements => elements.Cast<object>().Aggregate(0UL, (sum, element) => unchecked(sum + Sum(element))),
        _ => Members(value.GetType()).Aggregate(0UL, (sum, member) => unchecked(sum + Sum(Get(member, value)))),
    };

    /// <summary>Copies an object to another type whose members have the same names. Lists may become arrays, and enums numbers.</summary>
    internal static T Copy<T>(object value) => (T)Copy(value, typeof(T))!;

    internal static object? Copy(object? value, Type target)
    {
        Type plain = Nullable.GetUnderlyingType(target) ?? target;
        if (value is null || plain.IsInstanceOfType(value))
        {
            return value;
        }

        if (plain.IsPrimitive)
        {
            return Convert.ChangeType(value, plain, CultureInfo.InvariantCulture);
        }

        if (value is IEnumerable list)
        {
            object[] items = [.. list];
            if (!target.IsArray)
            {
                object copied = Activator.CreateInstance(target)!;
                MethodInfo add = target.GetMethod("Add")!;
                Array.ForEach(items, item => add.Invoke(copied, [Copy(item, target.GenericTypeArguments[0])]));
                return copied;
            }

            var array = Array.CreateInstance(target.GetElementType()!, items.Length);
            for (int i = 0; i < items.Length; i++)
            {
                array.SetValue(Copy(items[i], target.GetElementType()!), i);
            }

            return array;
        }

        object copy = Activator.CreateInstance(target)!;
        foreach (MemberInfo member in Members(target))
        {
            object? item = Get(value.GetType().GetMember(member.Name)[0], value);
            if (member is FieldInfo field)
            {
                field.SetValue(copy, Copy(item, field.FieldType));
            }
            else
            {
                ((PropertyInfo)member).SetValue(copy, Copy(item, ((PropertyInfo)member).PropertyType));
            }
        }

        return copy;
    }

    // A bool of a struct is a property.
    private static IEnumerable<MemberInfo> Members(Type type) =>
        [.. type.GetFields(BindingFlags.Public | BindingFlags.Instance), .. type.GetProperties(BindingFlags.Public | BindingFlags.Instance)];

    private static object? Get(MemberInfo member, object value) =>
        member is FieldInfo field ? field.GetValue(value) : ((PropertyInfo)member).GetValue(value);
}
