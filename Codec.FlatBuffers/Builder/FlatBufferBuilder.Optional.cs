namespace Google.FlatBuffers;

/// <content>Adds optional fields to a table: a field is written if it has a value.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Adds an optional bool field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddBool(int o, bool? x)
    {
        if (x.HasValue)
        {
            AddBool(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional sbyte field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddSbyte(int o, sbyte? x)
    {
        if (x.HasValue)
        {
            AddSbyte(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional byte field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddByte(int o, byte? x)
    {
        if (x.HasValue)
        {
            AddByte(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional short field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddShort(int o, short? x)
    {
        if (x.HasValue)
        {
            AddShort(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional ushort field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUshort(int o, ushort? x)
    {
        if (x.HasValue)
        {
            AddUshort(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional int field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddInt(int o, int? x)
    {
        if (x.HasValue)
        {
            AddInt(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional uint field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUint(int o, uint? x)
    {
        if (x.HasValue)
        {
            AddUint(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional long field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddLong(int o, long? x)
    {
        if (x.HasValue)
        {
            AddLong(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional ulong field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddUlong(int o, ulong? x)
    {
        if (x.HasValue)
        {
            AddUlong(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional float field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddFloat(int o, float? x)
    {
        if (x.HasValue)
        {
            AddFloat(x.GetValueOrDefault());
            Slot(o);
        }
    }

    /// <summary>Adds an optional double field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The value. Null is not written.</param>
    /// <exception cref="System.IndexOutOfRangeException">The table has no such field.</exception>
    public void AddDouble(int o, double? x)
    {
        if (x.HasValue)
        {
            AddDouble(x.GetValueOrDefault());
            Slot(o);
        }
    }
}
