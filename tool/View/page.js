// The page: its filters, its timeline, and what the keys do.
let state = { connections: [], errors: {}, ids: [], version: -1 };
let view = null;
const laneHeight = 22;
const number = count => count.toLocaleString("en");
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

// The filters that are not empty.
const query = () => Object.fromEntries([...new FormData($("filters"))].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value)
  .map(([name, value]) => [name, name === "after" || name === "before" ? Math.round(Number(value) * 1e9) : value]));

let applying = 0;
function apply() {
  clearTimeout(applying);
  applying = setTimeout(async () => {
    $("errors").setAttribute("aria-pressed", query().error === "any");
    try {
      await list.reset(query());
      if (list.chosen >= 0) await choose(await ask("find", { ...query(), row: list.chosen }), false);
    } catch (error) {
      $("found").textContent = String(error.message);
      list.total = 0;
      list.draw();
    }
    drawTimeline();
  }, 150);
}

list.onCount = answer => {
  const isAll = answer.total === answer.of || Object.keys(query()).length === 0;
  $("found").textContent = (isAll ? "" : plural(answer.total, "row") + " found") + (answer.scanned < answer.of ? `, ${Math.floor(100 * answer.scanned / answer.of)}% searched` : "");
};

// Chooses the row at a position of the list, as the server found it.
async function choose({ position, row }, isShown = true) {
  if (row < 0 || row === undefined) return;
  list.chosen = row;
  list.position = position;
  list.show(position);
  drawTimeline();
  if (isShown) await showPacket(row);
}

async function chooseAt(position) {
  position = Math.max(0, Math.min(position, list.total - 1));
  const row = list.rowAt(position) ?? (await ask("rows", { ...list.query, from: position, count: 1 })).rows[0];
  await choose({ position, row: row?.[0] });
}

const findError = async step => choose(await ask("find", { ...list.query, row: Math.max(0, list.chosen), step }));

$("list").addEventListener("click", event => {
  const line = event.target.closest(".row");
  choose({ position: line?.position, row: line?.row?.[0] });
});
$("list").addEventListener("keydown", event => {
  const page = Math.max(1, Math.floor(list.height() / list.rowHeight) - 1);
  const position = list.position ?? 0;
  const target = { ArrowDown: position + 1, ArrowUp: position - 1, PageDown: position + page, PageUp: position - page, Home: 0, End: list.total - 1 }[event.key];
  if (target !== undefined && !event.ctrlKey && !event.altKey) {
    event.preventDefault();
    chooseAt(target);
  }
});
document.addEventListener("keydown", event => {
  const isTyping = event.target.matches("input, textarea, select");
  if (event.key === "Escape") {
    $("list").focus();
  } else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (event.key === "/") {
      event.preventDefault();
      $("filters").elements.text.focus();
    } else if (event.key.toLowerCase() === "e") {
      findError(event.key === "E" ? -1 : 1);
    }
  }
});
$("filters").addEventListener("input", apply);
$("filters").addEventListener("submit", event => event.preventDefault());
$("filters").addEventListener("reset", () => { view = null; apply(); });
$("errors").addEventListener("click", () => {
  $("kinds").value = $("kinds").value === "any" ? "" : "any";
  apply();
});

async function drawTimeline() {
  const width = $("chart").clientWidth;
  if (!state.hasTime || width === 0) return;
  const [start, end] = view ?? [0, Math.max(1, state.duration)];
  const asked = await ask("lanes", { from: Math.round(start), to: Math.round(end), intervals: Math.max(1, Math.floor(width / 2)), lanes: 50 });
  const [from, to] = [asked.from, Math.max(asked.to, asked.from + 1)];
  const only = $("filters").elements.connection.value;
  $("lanes").replaceChildren(
    ...asked.lanes.map(lane => {
      const label = element("button", lane.errors > 0 ? "bad" : "", `${lane.connection} · ${lane.errors ? plural(lane.errors, "error") + " · " : ""}${plural(lane.packets, "packet")}`);
      label.type = "button";
      label.setAttribute("aria-pressed", only === String(lane.connection));
      label.title = "Only this connection";
      label.addEventListener("click", () => {
        $("filters").elements.connection.value = only === String(lane.connection) ? "" : lane.connection;
        apply();
      });
      return label;
    }),
    ...(asked.more > 0 ? [element("div", "", `and ${plural(asked.more, "connection")} more`)] : []));
  const canvas = $("chart");
  const height = laneHeight * (asked.lanes.length + 1);
  const ratio = devicePixelRatio;
  canvas.style.height = height + "px";
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colors = Object.fromEntries(["line", "out", "in", "bad", "muted", "text"].map(name => [name, style.getPropertyValue("--" + name)]));
  const fill = (name, ...rectangle) => {
    context.fillStyle = colors[name];
    context.fillRect(...rectangle);
  };
  context.scale(ratio, ratio);
  const max = Math.max(1, ...asked.lanes.flatMap(lane => [...lane.out, ...lane.in]));
  // Logarithmic, so that one packet is visible beside a burst.
  const tall = count => count === 0 ? 0 : Math.max(2, Math.log2(1 + count) / Math.log2(1 + max) * (laneHeight / 2 - 2));
  asked.lanes.forEach((lane, i) => {
    const middle = i * laneHeight + laneHeight / 2;
    fill("line", 0, middle, width, 1);
    const step = width / lane.out.length;
    for (let x = 0; x < lane.out.length; x++) {
      fill("out", step * x, middle - tall(lane.out[x]), Math.max(2, step), tall(lane.out[x]));
      fill("in", step * x, middle + 1, Math.max(2, step), tall(lane.in[x]));
      if (lane.bad[x] > 0) fill("bad", step * x - 1, i * laneHeight + 1, 4, laneHeight - 2);
    }
  });
  context.fillStyle = colors.muted;
  context.font = "11px system-ui";
  for (let i = 0; i < 6; i++) {
    const text = ((from + (to - from) * i / 5) / 1e9).toFixed(3) + " s";
    context.textAlign = i === 0 ? "left" : i === 5 ? "right" : "center";
    context.fillText(text, width * i / 5, height - 6);
  }
  const at = detail.answer && detail.answer.row[0] === list.chosen ? detail.answer.row[1] : list.rowAt(list.position ?? 0)?.[1];
  if (at !== undefined) fill("text", (at - from) / (to - from) * width, 0, 1, height - laneHeight + 4);
}

// Dragging chooses a time.
let dragged = null;
$("chart").addEventListener("pointerdown", event => {
  dragged = event.offsetX;
  $("chart").setPointerCapture(event.pointerId);
});
$("chart").addEventListener("pointerup", event => {
  const [from, to] = view ?? [0, state.duration];
  const times = [dragged, event.offsetX].sort((a, b) => a - b).map(x => from + (to - from) * Math.max(0, Math.min(1, x / $("chart").clientWidth)));
  if (dragged !== null && Math.abs(event.offsetX - dragged) > 3) {
    view = times;
    $("filters").elements.after.value = (times[0] / 1e9).toFixed(6);
    $("filters").elements.before.value = (times[1] / 1e9).toFixed(6);
    apply();
  }
  dragged = null;
});

function showStatus() {
  document.title = state.title + " – codec view";
  $("title").textContent = state.title;
  list.hasTime = state.hasTime;
  list.isFollowing = state.live;
  const errors = Object.values(state.errors).reduce((sum, count) => sum + count, 0);
  $("summary").textContent = [
    plural(state.rows, "row"), plural(state.connectionCount, "connection"),
    file && state.rows > file.rows.length ? `the first ${number(file.rows.length)} are in this file` : "",
    state.omitted > 0 ? `${number(state.omitted)} more are not shown` : "",
    state.stopped ? "stopped: " + state.stopped : state.live ? "live" : state.read || file ? "" : "reading…",
  ].filter(text => text).join(" · ");
  $("errors").hidden = errors === 0;
  $("errors").textContent = plural(errors, "error");
  $("timeline").hidden = !state.hasTime;
  $("condition").hidden = !state.hasSchema || Boolean(file);
  const options = (select, made) => {
    const value = select.value;
    select.replaceChildren(...made);
    select.value = value;
  };
  options($("kinds"), [new Option("all rows", ""), new Option(`only errors (${number(errors)})`, "any"),
    ...Object.entries(state.errors).map(([name, count]) => new Option(`${name} (${number(count)})`, name))]);
  options($("connections"), state.connections.map(([connection, packets, bad]) => new Option(plural(packets, "packet") + (bad ? ", " + plural(bad, "error") : ""), connection)));
  options($("ids"), state.ids.map(([id, name, count]) => new Option(`${id}: ${plural(count, "packet")}`, name ?? id)));
}

// Shows what the server reads or forwards, until it ends.
async function follow() {
  for (;;) {
    try {
      state = await ask("status", { known: state.version });
      showStatus();
      await list.load(Math.floor(Math.max(0, list.top) / list.rowHeight / list.blockSize)).catch(() => { });
      drawTimeline();
      if (list.chosen < 0 && state.rows > 0) {
        // Errors first.
        const found = await ask("find", Object.keys(state.errors).length > 0 ? { row: 0, error: "any" } : { row: 0 });
        await choose(found.row < 0 ? found : await ask("find", { row: found.row }));
      }
      if (state.read && !state.live) return;
    } catch (error) {
      $("summary").textContent = "codec view has ended, or does not answer.";
      await new Promise(resolve => setTimeout(resolve, 2000));
    }
  }
}

new ResizeObserver(() => drawTimeline()).observe($("timeline"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawTimeline);
$("list").focus();
follow();
