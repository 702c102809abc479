-- An unsigned number of 2 or 4 bytes in the header.
local function header_number(tvb, offset, width)
  local field = tvb:range(offset, width)
  return format.big_endian and field:uint() or field:le_uint()
end

local HEADER = format.size_width + format.id_width
local SIZE_AT = format.size_first and 0 or format.id_width
local ID_AT = format.size_first and format.size_width or 0

local function show_payload(r, item, packet)
  local kind = types[packet.type]
  if packet.max_size and r.n > packet.max_size then
    malformed(r, item, "The payload is larger than packet_max_size, which is " .. packet.max_size .. ".")
  end
  if kind.size then
    if r.n ~= kind.size then
      malformed(r, item, "The payload has " .. r.n .. " bytes; " .. kind.name .. " has " .. kind.size .. ".")
    end
    if r.n >= kind.size then
      show_record(r, item:add(packet.item, range(r, 0, kind.size)), kind, 0, 1)
    end
    return
  end
  if packet.identifier and (r.n < 8 or r.s:sub(5, 8) ~= packet.identifier) then
    malformed(r, item, "The payload does not have the file identifier of " .. kind.name .. ".")
  end
  if r.n < 8 then
    malformed(r, item, "The payload is too short for a table.")
    return
  end
  local root = follow(r, item, packet, 0, 4, 4)
  if root then
    show_table(r, item:add(packet.item, range(r, root, 4)), kind, root, 1)
  end
end

local TOO_SHORT = "The payload unpacks to fewer bytes than it declares."
local TOO_LONG = "The payload unpacks to more bytes than it declares."
local CUT_OFF = "The packed payload ends inside a word or a run."

-- Returns the size at the start of a packed payload and the number of bytes that encode it, or nil and an error.
local function unpacked_size(s)
  local size, at, scale, last = 0, 0, 1, 128
  while last >= 128 do
    if at == #s or at == 5 then
      return nil, "The packed payload does not start with a size."
    end
    at = at + 1
    last = byte(s, at)
    size = size + last % 128 * scale
    scale = scale * 128
  end
  local is_plain = at == 1 and size == 0
  if (last == 0 and not is_plain) or size > 2147483647 then
    return nil, "The packed payload does not start with a size."
  end
  return is_plain and #s - 1 or size, at, is_plain
end

local function is_zero(s)
  return s == string.rep("\0", #s)
end

-- The unpacked payload, or nil and what is wrong.
local function unpack_payload(s, limit)
  local left, at, is_plain = unpacked_size(s)
  if not left then
    return nil, at
  end
  if left > limit or left > MAX_UNPACKED then
    return nil, "The payload unpacks to " .. string.format("%d", left) .. " bytes; at most " .. string.format("%d", math.min(limit, MAX_UNPACKED)) .. " are accepted."
  end
  if is_plain then
    return s:sub(2)
  end
  local parts = {}
  while left > 0 do
    at = at + 1
    local tag = byte(s, at)
    if not tag then
      return nil, TOO_SHORT
    end
    local word, bits = {}, tag
    for i = 1, 8 do
      word[i] = "\0"
      if bits % 2 == 1 then
        at = at + 1
        if at > #s then
          return nil, CUT_OFF
        end
        word[i] = s:sub(at, at)
      end
      bits = floor(bits / 2)
    end
    local text = table.concat(word)
    if not is_zero(text:sub(left + 1)) then
      return nil, TOO_LONG
    end
    parts[#parts + 1] = text:sub(1, left)
    left = math.max(0, left - 8)
    if tag == 0 or tag == 255 then
      at = at + 1
      local count = byte(s, at)
      if not count then
        return nil, CUT_OFF
      end
      local taken = math.min(8 * count, left)
      if 8 * count - taken >= 8 then
        return nil, TOO_LONG
      end
      if tag == 0 then
        parts[#parts + 1] = string.rep("\0", taken)
      else
        if #s - at < 8 * count then
          return nil, CUT_OFF
        end
        if not is_zero(s:sub(at + taken + 1, at + 8 * count)) then
          return nil, TOO_LONG
        end
        parts[#parts + 1] = s:sub(at + 1, at + taken)
        at = at + 8 * count
      end
      left = left - taken
    end
  end
  if at ~= #s then
    return nil, TOO_LONG
  end
  return table.concat(parts)
end

-- The fields of a packed payload point into the unpacked bytes, which are a separate buffer.
local function show_packed(tvb, offset, count, item, packet)
  local payload, problem = unpack_payload(count > 0 and tvb:raw(offset, count) or "", packet.unpacked_limit)
  if not payload then
    item:add_proto_expert_info(malformed_packet, problem)
    if count > 0 then
      item:add(payload_field, tvb:range(offset, count))
    end
    return
  end
  local ratio = #payload > 0 and 100 * count / #payload or 100
  item:append_text(" packed from " .. #payload)
  item:add(packed_field, tvb:range(offset, count), count):set_generated()
  item:add(ratio_field, ratio):set_generated():append_text("% of " .. #payload .. " bytes")
  local bytes = #payload > 0 and ByteArray.new(payload, true):tvb("Unpacked " .. packet.name) or tvb
  local r = { s = payload, n = #payload, tvb = bytes, base = 0, budget = BASE_BUDGET + 4 * #payload, findings = 0 }
  show_payload(r, item, packet)
end

local function show_packet(tvb, offset, count, tree)
  local id = header_number(tvb, offset + ID_AT, format.id_width)
  local packet = packets[id]
  local name = packet and packet.name or "Unknown packet " .. string.format("%d", id)
  local item = tree:add(proto, tvb:range(offset, HEADER + count))
  item:append_text(", " .. name .. ", " .. count .. " bytes")
  local add = format.big_endian and item.add or item.add_le
  add(item, size_field, tvb:range(offset + SIZE_AT, format.size_width))
  add(item, id_field, tvb:range(offset + ID_AT, format.id_width))
  if packet then
    item:add(name_field, name):set_generated()
    if packet.unpacked_limit then
      show_packed(tvb, offset + HEADER, count, item, packet)
      return name
    end
    local r = { s = tvb:raw(offset + HEADER, count), n = count, tvb = tvb, base = offset + HEADER, budget = BASE_BUDGET + 4 * count, findings = 0 }
    show_payload(r, item, packet)
  else
    item:add_proto_expert_info(unknown_value, "No packet of the schema has the id " .. string.format("%d", id) .. ".")
    item:add(payload_field, tvb:range(offset + HEADER, count))
  end
  return name
end

-- The most names in the column Info.
local MAX_NAMES = 16

function proto.dissector(tvb, pinfo, tree)
  local length = tvb:len()
  local offset = 0
  local names = {}
  pinfo.cols.protocol = protocol.column
  while offset < length do
    local available = length - offset
    local missing, wrong
    local count
    if available >= SIZE_AT + format.size_width then
      count = header_number(tvb, offset + SIZE_AT, format.size_width) - format.counted_header
      if count < 0 then
        wrong = "The packet's size is smaller than its header."
      elseif count > format.max_payload then
        wrong = "The payload has " .. string.format("%d", count) .. " bytes; at most " .. format.max_payload .. " are accepted."
      elseif available < HEADER + count then
        missing = HEADER + count - available
      end
    else
      missing = HEADER - available
    end
    if wrong then
      -- Nothing after it can be framed.
      local item = tree:add(proto, tvb:range(offset, available))
      item:add_proto_expert_info(malformed_packet, wrong)
      names[#names + 1] = "Malformed packet"
      break
    elseif missing and pinfo.can_desegment > 0 then
      pinfo.desegment_offset = offset
      pinfo.desegment_len = count and missing or DESEGMENT_ONE_MORE_SEGMENT
      break
    elseif missing then
      local item = tree:add(proto, tvb:range(offset, available))
      item:add_proto_expert_info(truncated_packet, "The capture has " .. available .. " bytes of the packet; " .. string.format("%d", missing) .. " or more are missing.")
      names[#names + 1] = "Truncated packet"
      break
    end
    names[#names + 1] = show_packet(tvb, offset, count, tree)
    offset = offset + HEADER + count
  end
  if #names > 0 then
    local more = #names > MAX_NAMES and " and " .. (#names - MAX_NAMES) .. " more" or ""
    -- TCP protects the names of a packet that began in an earlier segment, and then calls this function for the rest of the segment. An empty text
    -- removes what is not protected. The texts of TCP itself are protected too, and end with a space: "[TCP Out-Of-Order] ".
    pinfo.cols.info = ""
    local separator = tostring(pinfo.cols.info):find("%S$") and ", " or ""
    pinfo.cols.info = separator .. table.concat(names, ", ", 1, math.min(#names, MAX_NAMES)) .. more
  end
  return length
end

-- The ports can be changed in the preferences.
local tcp, udp = DissectorTable.get("tcp.port"), DissectorTable.get("udp.port")
proto.prefs.ports = Pref.range("Ports", ports, "TCP and UDP ports of the server", 65535)
local current = ports
tcp:add(current, proto)
udp:add(current, proto)

function proto.prefs_changed()
  if tostring(proto.prefs.ports) ~= current then
    if current ~= "" then
      tcp:remove(current, proto)
      udp:remove(current, proto)
    end
    current = tostring(proto.prefs.ports)
    if current ~= "" then
      tcp:add(current, proto)
      udp:add(current, proto)
    end
  end
end

-- Captures that hold the packets alone.
DissectorTable.get("wtap_encap"):add(wtap.USER0, proto)
