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
    if packet.packed then
      -- The values of a packed payload do not start at bytes. `codec inspect` shows them.
      item:add(packed_field, tvb:range(offset + HEADER, count), count):set_generated()
      if count > 0 then
        item:add(payload_field, tvb:range(offset + HEADER, count))
      end
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
