-- The dissector. The tables above it describe the protocol: protocol, format, ports, enums, types, unions and packets.
-- Every read is validated before it is made, so that no payload causes a Lua error.

-- The deepest nesting of tables and the most diagnostics of a packet.
local MAX_DEPTH = 64
local MAX_FINDINGS = 32

-- What a packet may show: an item or a diagnostic costs ITEM_COST, and a string or a byte vector its length in addition. A payload whose offsets
-- lead many times to the same bytes cannot fill the memory, and cannot take much time.
local ITEM_COST = 16
local BASE_BUDGET = 2000000

local byte, floor = string.byte, math.floor

-- A name that belongs to another protocol is registered with "codec" before it.
local PREFIX = "codec."

local ok, proto = pcall(Proto, protocol.name, protocol.title)
if not ok then
  proto = Proto("codec_" .. protocol.name, protocol.title)
end

local all_fields = {}

local function register(make, filter, ...)
  local registered, field = pcall(make, filter, ...)
  if not registered then
    field = make(PREFIX .. filter, ...)
  end
  all_fields[#all_fields + 1] = field
  return field
end

-- Scalars: the size in bytes, the constructor of a field, and the display of enums and of flags.
local scalars = {
  bool = { size = 1, make = ProtoField.bool },
  i8 = { size = 1, make = ProtoField.int8 },
  u8 = { size = 1, make = ProtoField.uint8 },
  i16 = { size = 2, make = ProtoField.int16 },
  u16 = { size = 2, make = ProtoField.uint16 },
  i32 = { size = 4, make = ProtoField.int32 },
  u32 = { size = 4, make = ProtoField.uint32 },
  i64 = { size = 8, make = ProtoField.int64 },
  u64 = { size = 8, make = ProtoField.uint64 },
  f32 = { size = 4, make = ProtoField.float },
  f64 = { size = 8, make = ProtoField.double },
}

local function is_64_bit(kind)
  return kind == "i64" or kind == "u64"
end

-- Names of 64-bit values are keyed by their digits, because a Lua number cannot hold them.
local function register_scalar(field, filter, name, kind, enum)
  if enum and not enum.bits and not is_64_bit(kind) then
    field.item = register(scalars[kind].make, filter, name, base.DEC, enum.names)
  elseif enum and enum.bits and kind:sub(1, 1) == "u" then
    field.item = register(scalars[kind].make, filter, name, base.HEX)
  else
    field.item = register(scalars[kind].make, filter, name)
  end
  field.size = scalars[kind].size
end

local makers = { string = ProtoField.string, bytes = ProtoField.bytes }

local function register_value(field, filter, name)
  if scalars[field.kind] then
    register_scalar(field, filter, name, field.kind, enums[field.enum])
  else
    field.item = register(makers[field.kind] or ProtoField.none, filter, name)
  end
  if field.kind == "union" then
    field.text_item = register(ProtoField.string, field.text_filter, name)
    local union = unions[field.union]
    field.type_field = { kind = union.kind, names = union.names }
    register_scalar(field.type_field, field.type_filter, field.name .. "_type", union.kind, union)
  end
end

for _, enum in ipairs(enums) do
  for _, bit in ipairs(enum.bits or {}) do
    -- The mask is applied to the byte that holds the bit.
    bit.item = register(ProtoField.bool, bit.filter, bit.name, 8, nil, bit.mask)
  end
end

for _, kind in ipairs(types) do
  for _, field in ipairs(kind.fields) do
    local value = field.element or field
    if field.kind == "vector" then
      field.item = register(ProtoField.uint32, field.count_filter, field.name .. " count")
      value.type_filter, value.text_filter = field.element_type_filter, field.element_text_filter
    end
    value.name = field.name
    register_value(value, field.filter, field.name)
  end
end

local size_makers = { [2] = ProtoField.uint16, [4] = ProtoField.uint32 }
local size_field = register(size_makers[format.size_width], protocol.filters.size, "Size")
local packet_names = {}
for id, packet in pairs(packets) do
  packet_names[id] = packet.name
  packet.item = register(ProtoField.none, packet.filter, packet.name)
end
local id_field = register(size_makers[format.id_width], protocol.filters.id, "Id", base.DEC, packet_names)
local name_field = register(ProtoField.string, protocol.filters.name, "Name")
local payload_field = register(ProtoField.bytes, protocol.filters.payload, "Payload")
local packed_field = register(ProtoField.uint32, protocol.filters.packed, "Packed size")
proto.fields = all_fields

local malformed_packet = ProtoExpert.new(protocol.filters.malformed, "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
local truncated_packet = ProtoExpert.new(protocol.filters.truncated, "Truncated packet", expert.group.MALFORMED, expert.severity.WARN)
local unknown_value = ProtoExpert.new(protocol.filters.unknown, "Unknown id or union type", expert.group.UNDECODED, expert.severity.NOTE)
local limit_reached = ProtoExpert.new(protocol.filters.limit, "Not shown in full", expert.group.UNDECODED, expert.severity.WARN)
proto.experts = { malformed_packet, truncated_packet, unknown_value, limit_reached }

-- A reader has: s (the payload's bytes), n (their number), tvb, base (the payload's offset in tvb), budget, findings.

local function has(r, pos, count)
  return pos >= 0 and pos + count <= r.n
end

-- The caller has validated the position.
local function u16(r, pos)
  local a, b = byte(r.s, pos + 1, pos + 2)
  return a + b * 256
end

local function u32(r, pos)
  local a, b, c, d = byte(r.s, pos + 1, pos + 4)
  return a + b * 256 + c * 65536 + d * 16777216
end

local function i32(r, pos)
  local value = u32(r, pos)
  return value >= 2147483648 and value - 4294967296 or value
end

-- Exact below 2^53, and larger than any payload from there on.
local function u64(r, pos)
  return u32(r, pos) + u32(r, pos + 4) * 4294967296
end

-- At most what the payload has, so that an item can always be shown.
local function range(r, pos, count)
  return r.tvb:range(r.base + pos, math.min(count, r.n - pos))
end

-- Whether there is budget for one more item.
local function pay(r, tree, cost)
  if r.budget < cost then
    if not r.is_cut then
      r.is_cut = true
      tree:add_proto_expert_info(limit_reached, "The packet has more items than the dissector shows.")
    end
    return false
  end
  r.budget = r.budget - cost
  return true
end

local function find(r, item, kind, text)
  r.findings = r.findings + 1
  if r.findings <= MAX_FINDINGS then
    item:add_proto_expert_info(kind, text)
  end
  pay(r, item, ITEM_COST)
end

local function malformed(r, item, text)
  find(r, item, malformed_packet, text)
end

-- The key of a value in the names of an enum or in the members of a union.
local function key(r, kind, pos)
  if kind == "u64" then return tostring(range(r, pos, 8):le_uint64()) end
  if kind == "i64" then return tostring(range(r, pos, 8):le_int64()) end
  local size = scalars[kind].size
  local value = size == 1 and byte(r.s, pos + 1) or size == 2 and u16(r, pos) or u32(r, pos)
  if kind:sub(1, 1) == "i" and value >= 2 ^ (8 * size - 1) then
    value = value - 2 ^ (8 * size)
  end
  return value
end

local function show_scalar(r, tree, field, pos)
  if not pay(r, tree, ITEM_COST) then return end
  local item = tree:add_le(field.item, range(r, pos, field.size))
  local enum = enums[field.enum]
  local value_names = field.names or enum and enum.names
  if enum and enum.bits then
    local names = {}
    for _, bit in ipairs(enum.bits) do
      local place = pos + bit.byte
      if floor(byte(r.s, place + 1) / bit.mask) % 2 == 1 then
        names[#names + 1] = bit.name
      end
      if pay(r, item, ITEM_COST) then
        item:add(bit.item, range(r, place, 1))
      end
    end
    item:append_text(" (" .. table.concat(names, " ") .. ")")
  elseif value_names and is_64_bit(field.kind) then
    item:append_text(" (" .. (value_names[key(r, field.kind, pos)] or "Unknown") .. ")")
  end
end

-- The position that an offset leads to, if count bytes are there.
local function follow(r, tree, field, pos, count, alignment)
  local offset = field.wide and u64(r, pos) or u32(r, pos)
  local target = pos + offset
  if offset == 0 or not has(r, target, count) then
    malformed(r, tree, field.name .. ": the offset leads out of the payload.")
  elseif target % alignment ~= 0 then
    malformed(r, tree, field.name .. ": the value is not aligned.")
  else
    return target
  end
end

local function show_string(r, tree, field, pos, item)
  local target = follow(r, tree, field, pos, 4, 4)
  if not target then return end
  local count = u32(r, target)
  if not has(r, target + 4, count + 1) then
    malformed(r, tree, field.name .. ": the string ends after the payload.")
    return
  end
  if byte(r.s, target + 4 + count + 1) ~= 0 then
    malformed(r, tree, field.name .. ": no zero after the string.")
  end
  if pay(r, tree, ITEM_COST + count) then
    local text = r.s:sub(target + 5, target + 4 + count)
    if text:find("%z") then
      -- Wireshark ends a string at its first zero byte, so the symbol for it is shown.
      tree:add(item or field.item, range(r, target + 4, count), (text:gsub("%z", "\226\144\128")))
    else
      tree:add_packet_field(item or field.item, range(r, target + 4, count), ENC_UTF_8 + ENC_STRING)
    end
  end
end

local show, show_table

local function show_record(r, tree, kind, pos, depth)
  for _, field in ipairs(kind.fields) do
    show[field.kind](r, tree, field, pos + field.offset, depth)
  end
end

local function show_struct(r, tree, field, pos, depth)
  if pay(r, tree, ITEM_COST) then
    local kind = types[field.type]
    show_record(r, tree:add(field.item, range(r, pos, kind.size)), kind, pos, depth)
  end
end

local function show_array(r, tree, field, pos, depth)
  local element = field.element
  for i = 0, field.count - 1 do
    show[element.kind](r, tree, element, pos + i * element.size, depth)
  end
end

local function show_table_field(r, tree, field, pos, depth)
  local target = follow(r, tree, field, pos, 4, 4)
  if target and pay(r, tree, ITEM_COST) then
    show_table(r, tree:add(field.item, range(r, target, 4)), types[field.type], target, depth + 1)
  end
end

local function show_nested(r, tree, field, pos, count, depth)
  local nested = { s = r.s:sub(pos + 1, pos + count), n = count, tvb = r.tvb, base = r.base + pos, budget = r.budget, findings = r.findings, is_cut = r.is_cut }
  if count < 8 then
    malformed(r, tree, field.name .. ": the nested payload is too short.")
    return
  end
  if pay(nested, tree, ITEM_COST + count) then
    if field.nested_identifier and nested.s:sub(5, 8) ~= field.nested_identifier then
      malformed(nested, tree, field.name .. ": the nested payload does not have the file identifier of " .. types[field.nested].name .. ".")
    end
    local root = follow(nested, tree, { name = field.name }, 0, 4, 4)
    if root then
      show_table(nested, tree, types[field.nested], root, depth + 1)
    end
  end
  r.budget, r.findings, r.is_cut = nested.budget, nested.findings, nested.is_cut
end

-- The place and the number of a vector's elements.
local function open_vector(r, tree, field, pos, size, alignment)
  local prefix = field.wide_count and 8 or 4
  local target = follow(r, tree, field, pos, prefix, prefix)
  if not target then return nil end
  local count = prefix == 8 and u64(r, target) or u32(r, target)
  if not has(r, target + prefix, count * size) then
    malformed(r, tree, field.name .. ": the vector ends after the payload.")
  elseif count > 0 and (target + prefix) % alignment ~= 0 then
    malformed(r, tree, field.name .. ": the elements are not aligned.")
  else
    return target + prefix, count, target
  end
end

local function show_bytes(r, tree, field, pos, depth)
  local first, count = open_vector(r, tree, field, pos, 1, 1)
  if not first or not pay(r, tree, ITEM_COST + count) then return end
  local item = tree:add(field.item, range(r, first, count))
  if field.nested then
    show_nested(r, item, field, first, count, depth)
  end
end

local function add_vector(r, tree, field, start, count)
  local item = tree:add_le(field.item, range(r, start, 4))
  item:set_text(field.name .. ": " .. string.format("%d", count) .. (count == 1 and " element" or " elements"))
  return item
end

local function show_vector(r, tree, field, pos, depth)
  local element = field.element
  local first, count, start = open_vector(r, tree, field, pos, element.size, element.align)
  if not first or not pay(r, tree, ITEM_COST) then return end
  local item = add_vector(r, tree, field, start, count)
  for i = 0, count - 1 do
    if r.is_cut then return end
    show[element.kind](r, item, element, first + i * element.size, depth)
  end
end

-- The value of a union whose type is stored at type_pos. The verifier also validates the offset of a value of unknown type, except in a vector.
local function show_union(r, tree, field, type_pos, pos, depth, is_element)
  local union = unions[field.union]
  local id = key(r, union.kind, type_pos)
  show_scalar(r, tree, field.type_field, type_pos)
  local is_none = id == 0 or id == "0"
  local member = not is_none and union.members[id]
  if not member then
    if pos and not is_element then
      follow(r, tree, field, pos, 1, 1)
    end
    if not is_none then
      find(r, tree, unknown_value, field.name .. ": the union has no such type.")
    end
  elseif not pos then
    local is_struct = member.kind ~= "string" and types[member.type].size
    find(r, tree, is_struct and malformed_packet or unknown_value, field.name .. ": the union has a type and no value.")
  elseif member.kind == "string" then
    show_string(r, tree, field, pos, field.text_item)
  else
    local kind = types[member.type]
    local target = follow(r, tree, field, pos, kind.size or 4, kind.align or 4)
    if target and pay(r, tree, ITEM_COST) then
      local item = tree:add(field.item, range(r, target, kind.size or 4))
      item:append_text(" (" .. member.name .. ")")
      if kind.size then
        show_record(r, item, kind, target, depth)
      else
        show_table(r, item, kind, target, depth + 1)
      end
    end
  end
end

local function show_unions(r, tree, field, types_pos, pos, depth)
  local union = unions[field.element.union]
  local size = scalars[union.kind].size
  local first_type, type_count = open_vector(r, tree, field, types_pos, size, size)
  local first, count, start = open_vector(r, tree, field, pos, 4, 4)
  if not first_type or not first or not pay(r, tree, ITEM_COST) then return end
  local item = add_vector(r, tree, field, start, count)
  if type_count ~= count then
    malformed(r, item, field.name .. ": there are more types than values, or fewer.")
  end
  for i = 0, math.min(count, type_count) - 1 do
    if r.is_cut then return end
    show_union(r, item, field.element, first_type + i * size, first + i * 4, depth, true)
  end
end

show = {
  string = function(r, tree, field, pos) show_string(r, tree, field, pos) end,
  struct = show_struct,
  array = show_array,
  table = show_table_field,
  bytes = show_bytes,
  vector = show_vector,
}
for kind in pairs(scalars) do
  show[kind] = show_scalar
end

local function show_missing(r, tree, field)
  if field.required then
    malformed(r, tree, field.name .. ": the required field is missing.")
  elseif field.default ~= nil and pay(r, tree, ITEM_COST) then
    local item = tree:add(field.item, field.default):set_generated()
    if field.default_name then
      item:append_text(" (" .. field.default_name .. ")")
    end
  end
end

show_table = function(r, item, kind, pos, depth)
  if depth > MAX_DEPTH then
    find(r, item, limit_reached, "Tables are nested too deeply.")
    return
  end
  local vtable = pos - i32(r, pos)
  if vtable % 2 ~= 0 or not has(r, vtable, 4) then
    malformed(r, item, kind.name .. ": the vtable is not in the payload.")
    return
  end
  local vtable_size, size = u16(r, vtable), u16(r, vtable + 2)
  if vtable_size < 4 or vtable_size % 2 ~= 0 or not has(r, vtable, vtable_size) or size < 4 or not has(r, pos, size) then
    malformed(r, item, kind.name .. ": the table or its vtable is larger than the payload.")
    return
  end
  item:set_len(size)

  -- The position of a field, or nil if it is missing or invalid.
  local function place(field, id, count, alignment)
    local entry = 4 + 2 * id
    local offset = entry + 2 <= vtable_size and u16(r, vtable + entry) or 0
    if offset == 0 then
      return nil
    end
    if offset < 4 or offset + count > size or (pos + offset) % alignment ~= 0 then
      malformed(r, item, field.name .. ": the field is not in its table, or not aligned.")
      return nil, true
    end
    return pos + offset
  end

  for _, field in ipairs(kind.fields) do
    if r.is_cut then return end
    local at, is_invalid = place(field, field.id, field.size, field.align)
    if field.type_id then
      local element = field.element or field
      local type_size = field.element and 4 or scalars[unions[element.union].kind].size
      local type_at, is_type_invalid = place(field, field.type_id, type_size, type_size)
      if type_at and not field.element then
        show_union(r, item, field, type_at, at, depth)
      elseif type_at and at then
        show_unions(r, item, field, type_at, at, depth)
      elseif (at or type_at) and not is_invalid and not is_type_invalid then
        if field.element then
          malformed(r, item, field.name .. ": there are types and no values, or values and no types.")
        else
          follow(r, item, field, at, 1, 1)
          find(r, item, unknown_value, field.name .. ": the union has a value and no type.")
        end
      elseif field.required and not is_invalid and not is_type_invalid then
        show_missing(r, item, field)
      end
    elseif at then
      show[field.kind](r, item, field, at, depth)
    elseif not is_invalid then
      show_missing(r, item, field)
    end
  end
end

