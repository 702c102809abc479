// The chosen packet: its fields and its bytes, which point at each other, and its text, which can be edited and sent.
const detail = { answer: null, marked: -1, fieldOf: [], bytesOf: [], version: 0 };

const element = (tag, className, text) => {
  const created = document.createElement(tag);
  created.className = className ?? "";
  created.textContent = text ?? "";
  return created;
};

const bytesOf = base64 => Uint8Array.from(atob(base64 ?? ""), character => character.charCodeAt(0));
const hex = byte => byte.toString(16).padStart(2, "0").toUpperCase();

async function showPacket(row, shown) {
  const version = ++detail.version;
  const answer = await ask("packet", shown ? { row, shown } : { row });
  if (version !== detail.version) return;
  detail.answer = answer;
  const [, time, direction, connection, id, name, , error] = answer.row;
  const isPacket = answer.bytes !== undefined;
  $("name").textContent = id < 0 ? (error || "Event") : `${answer.type ?? name ?? ""} id ${id}`.trim();
  $("place").textContent = [
    list.hasTime ? seconds(time) + " s" : "",
    answer.date ?? "",
    connection < 0 ? "" : `connection ${connection}${direction === ">" ? ", out" : direction === "<" ? ", in" : ""}`,
    answer.size === undefined ? "" : answer.size + " bytes" + (answer.packedSize ? ` packed in ${answer.packedSize}` : ""),
    answer.delta ?? "",
  ].filter(text => text).join(" · ");
  $("message").textContent = error ? answer.message ?? "" : "";
  if (!error && answer.message) {
    $("place").textContent += " · " + answer.message;
  }
  $("parts").hidden = !isPacket;
  $("edit").hidden = !isPacket || !(answer.json || state.live);
  $("more").hidden = !isPacket || answer.shown >= answer.size || Boolean(file);
  $("more").textContent = isPacket ? `The first ${answer.shown} of ${answer.size}: show more` : "";
  if (isPacket) {
    showBytes(bytesOf(answer.header), bytesOf(answer.bytes));
    showFields();
    showText("json");
  }
}

// The offset of a field is that in the payload. Of fields that share a byte, the last and shortest one has it.
function showBytes(header, bytes) {
  const fields = detail.answer.fields ?? [];
  const owner = new Int32Array(bytes.length).fill(-1);
  fields.forEach(([offset, length], i) => owner.fill(i, offset, offset + length));
  const isWrong = i => detail.answer.problem >= 0 && fields[i][0] <= detail.answer.problem && detail.answer.problem < fields[i][0] + fields[i][1];
  detail.bytesOf = fields.map(() => []);
  const lines = [];
  const addLine = (address, part, start, ownerAt) => {
    const line = element("div");
    line.append(element("span", "address", address + "  "));
    const chars = element("span", "chars");
    for (let at = 0, first = 0; at < 16; first = at) {
      const ownAt = place => place < part.length ? ownerAt(start + place) : -2;
      const own = ownAt(at);
      while (at < 16 && ownAt(at) === own) at++;
      const run = Array.from(part.subarray(first, at));
      const spans = [
        element("span", "", run.map(hex).join(" ") || " ".repeat(3 * (at - first) - 1)),
        element("span", "", run.map(byte => byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·").join("")),
      ];
      line.append(spans[0], " ");
      chars.append(spans[1]);
      for (const span of own >= 0 ? spans : []) {
        span.dataset.field = own;
        span.classList.toggle("wrong", isWrong(own));
        detail.bytesOf[own].push(span);
      }
    }
    line.append(chars);
    lines.push(line);
  };
  if (header.length > 0) {
    addLine("head", header, 0, () => -1);
  }
  for (let start = 0; start < bytes.length; start += 16) {
    addLine(start.toString(16).padStart(4, "0").toUpperCase(), bytes.subarray(start, start + 16), start, place => owner[place]);
  }
  $("bytes").replaceChildren(...lines);
}

const isLayout = ([, , section, type, , comment]) =>
  ["UOffset32", "SOffset32", "VOffset16"].includes(type) || section.startsWith("vtable") || type.startsWith("uint8_t[") || /^(length of|string terminator$|.*padding$)/.test(comment);

// Shows the values of fields by name, or everything as codec inspect --bytes does.
function showFields() {
  const isWhole = $("layout").checked;
  const rows = [];
  let last = null;
  detail.fieldOf = [];
  (detail.answer.fields ?? []).forEach((field, i) => {
    const [offset, , section, type, value, comment] = field;
    if (!isWhole && isLayout(field)) return;
    if (section !== last) {
      last = section;
      rows.push(element("div", "section", section));
    }
    const name = comment.match(/`([^`]+)`/)?.[1] ?? (comment === "string literal" ? section.match(/([^.(]+)\)$/)?.[1] : null) ?? comment;
    const shown = isWhole ? value : [comment.match(/\): (.+)$/)?.[1], value.match(/^0x[0-9A-F]+ \((.*)\)$/)?.[1] ?? value].filter(text => text).join(" = ");
    const row = element("div", "value");
    row.append(element("span", "", offset.toString(16).padStart(4, "0").toUpperCase()), element("span", "", isWhole ? comment : name), element("span", "", isWhole && type ? type + " " + shown : shown));
    row.title = comment;
    row.dataset.field = i;
    row.classList.toggle("wrong", detail.bytesOf[i].some(span => span.classList.contains("wrong")));
    detail.fieldOf[i] = row;
    rows.push(row);
  });
  const reason = state.hasSchema ? "The payload cannot be explained." : "Without --schema, the fields are not known.";
  $("fields").replaceChildren(...(rows.length > 0 ? rows : [element("div", "section", detail.answer.fields ? "No field has a value." : reason)]));
  detail.marked = -1;
}

function mark(field, scroll) {
  if (field === detail.marked) return;
  const toggle = on => [detail.fieldOf[detail.marked], ...(detail.bytesOf[detail.marked] ?? [])].forEach(part => part?.classList.toggle("on", on));
  toggle(false);
  detail.marked = field;
  toggle(true);
  (scroll === "bytes" ? detail.bytesOf[field]?.[0] : detail.fieldOf[field])?.scrollIntoView({ block: "nearest" });
}

for (const [from, other] of [["fields", "bytes"], ["bytes", "fields"]]) {
  $(from).addEventListener("pointerover", event => mark(Number(event.target.closest("[data-field]")?.dataset.field ?? -1), other));
}
$("fields").addEventListener("keydown", event => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step !== 0) {
    event.preventDefault();
    const isNext = (row, i) => row && Math.sign(i - detail.marked) === step;
    const next = step > 0 ? detail.fieldOf.findIndex(isNext) : detail.fieldOf.findLastIndex(isNext);
    if (next >= 0) {
      mark(next, "bytes");
      detail.fieldOf[next].scrollIntoView({ block: "nearest" });
    }
  }
});
$("layout").addEventListener("change", showFields);
$("more").addEventListener("click", () => showPacket(detail.answer.row[0], Math.min(8 * detail.answer.shown, 1 << 20)));

function showText(kind) {
  kind = detail.answer.json ? kind : "hex";
  $("as").value = kind;
  $("as").options[0].disabled = !detail.answer.json;
  $("text").value = kind === "json" ? detail.answer.json : Array.from(bytesOf(detail.answer.bytes), hex).join(" ");
  $("text").readOnly = !state.live;
  $("send").hidden = !state.live;
  if (state.live) {
    $("sendId").value = detail.answer.row[4];
    $("sendDirection").value = detail.answer.row[2] === "<" ? "in" : "out";
    const open = state.connections.filter(([, , , isOpen]) => isOpen).map(([number]) => number);
    $("sendConnection").replaceChildren(...open.map(number => new Option(number, number, false, number === detail.answer.row[3])));
  }
  $("sent").textContent = "";
}

$("as").addEventListener("change", () => showText($("as").value));
$("edit").addEventListener("submit", async event => {
  event.preventDefault();
  const request = { connection: Number($("sendConnection").value || -1), direction: $("sendDirection").value, id: Number($("sendId").value) };
  request[$("as").value] = $("text").value;
  $("sent").textContent = "Sending…";
  try {
    const answer = await ask("send", {}, request);
    $("sent").textContent = answer.error ?? "Sent.";
    $("sent").className = answer.error ? "bad" : "";
  } catch (error) {
    $("sent").textContent = String(error.message);
  }
});
