namespace Google.FlatBuffers;

/// <content>Adds fields with a default to a table: a field is written if it differs from its default.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Adds a bool field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddBool(int o, bool x, bool d)
    {
        if (x != d || _forceDefaults)
        {
            AddBool(x);
            Slot(o);
        }
    }

    /// <summary>Adds an sbyte field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddSbyte(int o, sbyte x, sbyte d)
    {
        if (x != d || _forceDefaults)
        {
            AddSbyte(x);
            Slot(o);
        }
    }

    /// <summary>Adds a byte field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddByte(int o, byte x, byte d)
    {
        if (x != d || _forceDefaults)
        {
            AddByte(x);
            Slot(o);
        }
    }

    /// <summary>Adds a short field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddShort(int o, short x, int d)
    {
        if (x != d || _forceDefaults)
        {
            AddShort(x);
            Slot(o);
        }
    }

    /// <summary>Adds a ushort field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUshort(int o, ushort x, ushort d)
    {
        if (x != d || _forceDefaults)
        {
            AddUshort(x);
            Slot(o);
        }
    }

    /// <summary>Adds an int field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddInt(int o, int x, int d)
    {
        if (x != d || _forceDefaults)
        {
            AddInt(x);
            Slot(o);
        }
    }

    /// <summary>Adds a uint field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUint(int o, uint x, uint d)
    {
        if (x != d || _forceDefaults)
        {
            AddUint(x);
            Slot(o);
        }
    }

    /// <summary>Adds a long field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddLong(int o, long x, long d)
    {
        if (x != d || _forceDefaults)
        {
            AddLong(x);
            Slot(o);
        }
    }

    /// <summary>Adds a ulong field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUlong(int o, ulong x, ulong d)
    {
        if (x != d || _forceDefaults)
        {
            AddUlong(x);
            Slot(o);
        }
    }

    /// <summary>Adds a float field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddFloat(int o, float x, double d)
    {
        if (x != d || _forceDefaults)
        {
            AddFloat(x);
            Slot(o);
        }
    }

    /// <summary>Adds a double field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value.</param>
    /// <param name="d">The default, which is not written unless <see cref="ForceDefaults"/> is set.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddDouble(int o, double x, double d)
    {
        if (x != d || _forceDefaults)
        {
            AddDouble(x);
            Slot(o);
        }
    }
}
