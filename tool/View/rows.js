// Where the rows come from, and the list that shows them.
const $ = id => document.getElementById(id);
const file = JSON.parse($("data").textContent);
const ask = file ? fileSource(file) : askServer;

async function askServer(path, query, body) {
  const response = await fetch(path + "?" + new URLSearchParams(query), body ? { method: "POST", body: JSON.stringify(body) } : {});
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

// Answers like the server, from the data of this file. A row is [number, time, direction, connection, id, name, size, error, text].
function fileSource(data) {
  const known = { key: null, rows: [] };
  const select = query => {
    const key = JSON.stringify([query.connection, query.id, query.direction, query.error, query.text, query.after, query.before]);
    if (known.key !== key) {
      const list = text => new Set((text ?? "").split(",").map(part => part.trim()).filter(part => part));
      const [connections, ids, text] = [list(query.connection), list(query.id), (query.text ?? "").toLowerCase()];
      known.key = key;
      known.rows = data.rows.filter(row =>
        (!query.error || (query.error === "any" ? row[7] : row[7] === query.error))
        && (!connections.size || row[3] < 0 || connections.has(String(row[3])))
        && (!ids.size || ids.has(String(row[4])) || ids.has(row[5]))
        && (!query.direction || row[2] === (query.direction === "in" ? "<" : ">"))
        && (!query.after || row[1] >= query.after) && (!query.before || row[1] < query.before)
        && (!text || row[8].toLowerCase().includes(text)));
    }
    return known.rows;
  };
  const find = (rows, { row, step }) => {
    const isFound = step ? other => other[7] && Math.sign(other[0] - row) === step : other => other[0] >= row;
    const position = step === -1 ? rows.findLastIndex(isFound) : rows.findIndex(isFound);
    return step || position >= 0 ? position : rows.length - 1;
  };
  let isKnown = false;
  const answers = {
    status: () => isKnown ? new Promise(() => { }) : (isKnown = true, data.status),
    rows: (query, rows = select(query)) => ({ total: rows.length, scanned: 1, of: 1, rows: rows.slice(query.from, query.from + query.count) }),
    find: (query, rows = select(query), position = find(rows, query)) => ({ position, row: rows[position]?.[0] ?? -1 }),
    lanes: () => data.lanes,
    packet: ({ row }) => data.details[row] ?? { row: data.rows[row], message: "The bytes of this packet are not in the file." },
  };
  return async (path, query) => answers[path](query);
}

// A list with any number of rows: only those in the window are elements, and only those near it are in memory.
const list = {
  rowHeight: 22,
  // Browsers do not support higher elements than some millions of pixels.
  maxSpace: 8_000_000,
  blockSize: 200,
  maxBlocks: 40,
  total: 0,
  top: 0,
  blocks: new Map(),
  lines: [],
  chosen: -1,
  query: {},
  version: 0,
  isAsking: false,
  isDrawing: false,

  // Shows other rows.
  async reset(query) {
    list.query = query;
    list.version++;
    list.blocks.clear();
    list.top = 0;
    await list.load(0);
  },

  // Loads a block of rows, and the number of all rows.
  async load(block) {
    const version = list.version;
    const answer = await ask("rows", { ...list.query, from: block * list.blockSize, count: list.blockSize });
    if (version !== list.version) return;
    list.blocks.delete(block);
    list.blocks.set(block, answer.rows);
    if (list.blocks.size > list.maxBlocks) {
      list.blocks.delete(list.blocks.keys().next().value);
    }
    const isAtEnd = list.total > 0 && list.top >= list.maxTop() - 1 && list.maxTop() > 0;
    list.total = answer.total;
    $("space").style.height = Math.min(list.total * list.rowHeight, list.maxSpace) + "px";
    list.onCount?.(answer);
    list.scrollTo(isAtEnd && list.isFollowing ? list.maxTop() : list.top);
    if (answer.scanned < answer.of) {
      setTimeout(() => version === list.version && list.load(block), 0);
    }
  },

  height: () => $("list").clientHeight,
  maxTop: () => Math.max(0, list.total * list.rowHeight - list.height()),
  // The scroll bar's pixels for each pixel of the rows.
  scale: () => list.maxTop() === 0 ? 1 : Math.max(0, Math.min(list.total * list.rowHeight, list.maxSpace) - list.height()) / list.maxTop(),

  scrollTo(top) {
    list.top = Math.max(0, Math.min(top, list.maxTop()));
    list.bar = Math.round(list.top * list.scale());
    $("list").scrollTop = list.bar;
    list.draw();
  },

  // Scrolls to a position, if it is not in the window.
  show(position) {
    const top = position * list.rowHeight;
    if (top < list.top || top + list.rowHeight > list.top + list.height()) {
      list.scrollTo(top - list.height() / 2);
    }
    list.draw();
  },

  rowAt(position) {
    return list.blocks.get(Math.floor(position / list.blockSize))?.[position % list.blockSize];
  },

  draw() {
    if (!list.isDrawing) {
      list.isDrawing = true;
      requestAnimationFrame(list.drawNow);
    }
  },

  drawNow() {
    list.isDrawing = false;
    const count = Math.ceil(list.height() / list.rowHeight) + 1;
    while (list.lines.length < count) {
      const line = document.createElement("div");
      line.setAttribute("role", "option");
      for (let i = 0; i < 6; i++) {
        line.append(document.createElement("span"));
      }
      $("rows").append(line);
      list.lines.push(line);
    }
    const first = Math.floor(list.top / list.rowHeight);
    list.lines.forEach((line, i) => {
      const position = first + i;
      line.hidden = i >= count || position >= list.total;
      if (line.hidden) return;
      line.style.transform = `translateY(${position * list.rowHeight - list.top}px)`;
      const row = list.rowAt(position);
      const isChosen = row !== undefined && row[0] === list.chosen;
      if (line.row !== row || line.isChosen !== isChosen || !row) {
        line.row = row;
        line.isChosen = isChosen;
        list.fill(line, row, isChosen);
      }
      line.position = position;
    });
    list.loadMissing(first, Math.min(list.total, first + count));
  },

  fill(line, row, isChosen) {
    line.className = "row" + (row?.[7] ? " error" : row?.[4] < 0 ? " event" : "") + (row?.[2] === ">" ? " out" : row?.[2] === "<" ? " in" : "") + (isChosen ? " chosen" : "");
    line.setAttribute("aria-selected", isChosen);
    const cells = row
      ? [seconds(row[1]), row[2] + (row[3] < 0 ? "" : row[3]), row[4] < 0 ? "" : row[4], row[5], row[4] < 0 ? "" : row[6], (row[7] ? row[7] + " " : "") + (row[9] ? "(sent here) " : "") + row[8]]
      : ["…", "", "", "", "", ""];
    cells.forEach((cell, i) => line.children[i].textContent = cell);
  },

  // Loads the rows in the window that are missing, one block at a time: a fast scroll skips the others.
  async loadMissing(first, end) {
    if (list.isAsking) return;
    for (let block = Math.floor(first / list.blockSize); block * list.blockSize < end; block++) {
      if ((list.blocks.get(block)?.length ?? -1) < Math.min(list.blockSize, list.total - block * list.blockSize)) {
        list.isAsking = true;
        try {
          await list.load(block);
        } catch {
          await new Promise(resolve => setTimeout(resolve, 1000));
        } finally {
          list.isAsking = false;
          list.draw();
        }
        return;
      }
    }
  },
};

const seconds = nanoseconds => !list.hasTime ? "" : (nanoseconds / 1e9).toFixed(6);

$("list").addEventListener("scroll", () => {
  // Not what scrollTo did: the user has moved the scroll bar.
  if (Math.abs($("list").scrollTop - list.bar) > 1) {
    list.bar = $("list").scrollTop;
    list.top = Math.max(0, Math.min(list.bar / list.scale(), list.maxTop()));
    list.draw();
  }
});
$("list").addEventListener("wheel", event => {
  event.preventDefault();
  list.scrollTo(list.top + event.deltaY * (event.deltaMode === 1 ? list.rowHeight : event.deltaMode === 2 ? list.height() : 1));
}, { passive: false });
new ResizeObserver(() => list.scrollTo(list.top)).observe($("list"));
