namespace Codec.Bench.Measuring;

/// <summary>A [Benchmark] method that was found by name. Its parameters are set, and its setup has run.</summary>
internal sealed class BenchmarkMethod : BenchmarkCall, IDisposable
{
    private readonly object _instance;
    private readonly MethodInfo _method;

    private BenchmarkMethod(object instance, MethodInfo method)
        : base(instance, method) => (_instance, _method) = (instance, method);

    public Type Class => _instance.GetType();

    /// <summary>Finds <c>Class.Method(Parameter=Value,...)</c> in this assembly. A parameter that is not named has its first value.</summary>
    internal static BenchmarkMethod Create(string name)
    {
        MethodInfo method = Find(name);
        object instance = Activator.CreateInstance(method.ReflectedType!)!;
        SetParameters(instance, name);
        RunMarked<GlobalSetupAttribute>(instance);
        return new BenchmarkMethod(instance, method);
    }

    internal static IEnumerable<string> All() => Classes().SelectMany(type => type.GetMethods()
        .Where(method => method.IsDefined(typeof(BenchmarkAttribute))).Select(method => $"{type.Name}.{method.Name}"));

    internal static MethodInfo Find(string name)
    {
        string[] parts = name.Split('(')[0].Split('.');
        return Classes().Where(type => type.Name == parts[0]).SelectMany(type => type.GetMethods())
            .FirstOrDefault(method => method.Name == parts[^1] && method.IsDefined(typeof(BenchmarkAttribute)))
            ?? throw new ArgumentException($"There is no benchmark '{name}'; it is named as Class.Method(Parameter=Value).", nameof(name));
    }

    public object? Call() => _method.Invoke(_instance, null);

    public void Dispose()
    {
        RunMarked<GlobalCleanupAttribute>(_instance);
        (_instance as IDisposable)?.Dispose();
    }

    private static IEnumerable<Type> Classes() => typeof(BenchmarkMethod).Assembly.GetTypes().Where(type => !type.IsAbstract);

    private static void SetParameters(object instance, string name)
    {
        Type type = instance.GetType();
        Dictionary<string, string> given = name.TrimEnd(')').Split('(').Skip(1).SelectMany(all => all.Split(','))
            .Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);
        foreach (PropertyInfo property in type.GetProperties())
        {
            object?[]? values = property.GetCustomAttribute<ParamsAttribute>()?.Values;
            bool isNamed = given.Remove(property.Name, out string? text);
            if (values is not null || isNamed)
            {
                property.SetValue(instance, !isNamed ? values![0]
                    : property.PropertyType.IsEnum ? Enum.Parse(property.PropertyType, text!)
                    : Convert.ChangeType(text, property.PropertyType, CultureInfo.InvariantCulture));
            }
        }

        if (given.Count > 0)
        {
            throw new ArgumentException($"{type.Name} has no parameter '{given.Keys.First()}'.", nameof(name));
        }
    }

    private static void RunMarked<TAttribute>(object instance)
        where TAttribute : Attribute
    {
        foreach (MethodInfo marked in instance.GetType().GetMethods().Where(method => method.IsDefined(typeof(TAttribute))))
        {
            Loop(instance, marked)(1);
        }
    }
}
