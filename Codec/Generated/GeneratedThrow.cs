namespace Codec.Generated;

/// <summary>Checks arguments and throws the exceptions of generated code, so that the generated methods stay small.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class GeneratedThrow
{
    /// <summary>Checks an index into an array of a struct.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public static int CheckIndex(int index, int length)
    {
        if ((uint)index >= (uint)length)
        {
            Throw.NoSuchElement(index, length);
        }

        return index;
    }

    /// <summary>Checks an argument.</summary>
    /// <exception cref="ArgumentNullException">It is null.</exception>
    public static T NotNull<T>(T? argument, string parameter)
        where T : class
    {
        if (argument is null)
        {
            Throw.ArgumentNull(parameter);
        }

        return argument;
    }

    /// <summary>Throws because a required field has no value.</summary>
    /// <exception cref="InvalidOperationException">Always.</exception>
    [DoesNotReturn]
    public static void RequiredFieldMissing(string field) => Throw.RequiredFieldMissing(field);

}
