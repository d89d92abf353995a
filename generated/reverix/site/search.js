/* Search: words and their beginnings, from files that are loaded as scripts (see search/). */
(() => {
  const waiting = new Map();
  const loaded = new Map();
  let root = "";

  /* Every file of the index calls this with its name. */
  window.apiscribeSearch = (name, value) => {
    loaded.set(name, value);
    waiting.get(name)?.(value);
  };
  const load = (name, file) => {
    if (loaded.has(name)) return Promise.resolve(loaded.get(name));
    return new Promise((done) => {
      waiting.set(name, done);
      const script = document.createElement("script");
      script.src = `${root}search/${file}`;
      script.onerror = () => done(null);
      document.head.append(script);
    });
  };
  const shardFile = (prefix) =>
    `w-${[...prefix].map((letter) => letter.codePointAt(0).toString(16)).join("-")}.js`;

  const wordsOf = (text) => {
    const found = new Set();
    for (const run of text.match(/[\p{L}\p{N}_]+/gu) ?? []) found.add(run.toLowerCase());
    return [...found].slice(0, 8);
  };

  /* Page → [weight, anchor] for one word of the query, or null for a word too common to be there. */
  const find = async (word, prefixes) => {
    const files = prefixes.filter((prefix) => prefix.startsWith(word) || word.startsWith(prefix));
    const shards = await Promise.all(files.slice(0, 12).map((prefix) => load(prefix, shardFile(prefix))));
    const pages = new Map();
    for (const shard of shards) {
      for (const [known, places] of Object.entries(shard ?? {})) {
        if (!known.startsWith(word)) continue;
        const exact = known === word ? 3 : 1;
        for (const [page, weight, anchor] of places) {
          const value = weight * exact;
          if ((pages.get(page)?.[0] ?? 0) < value) pages.set(page, [value, anchor ?? ""]);
        }
      }
    }
    return pages;
  };

  const STOP = new Set(
    ("a an and are as at be by can for from has have if in into is it its may must no not of on or " +
      "that the their then there these this to was when which will with you your").split(" "),
  );

  const search = async (query) => {
    const words = wordsOf(query);
    const wanted = words.filter((word) => !STOP.has(word) || words.length === 1);
    const [prefixes, files] = await load("index", "index.js");
    const found = [];
    for (const word of wanted) {
      const pages = await find(word, prefixes);
      const parts = word.split("_").filter(Boolean);
      // A name is looked for as a whole first; where there is none such, by its parts.
      if (pages.size || parts.length < 2) found.push(pages);
      else for (const part of parts) found.push(await find(part, prefixes));
    }
    if (!found.length) return [];
    const [first, ...rest] = found.sort((one, other) => one.size - other.size);
    const hits = [];
    for (const [page, [weight, anchor]] of first) {
      let sum = weight;
      let best = [weight, anchor];
      const all = rest.every((pages) => {
        const hit = pages.get(page);
        if (!hit) return false;
        sum += hit[0];
        if (hit[0] > best[0] || (!best[1] && hit[1])) best = hit;
        return true;
      });
      if (all) hits.push({ page, score: sum, anchor: best[1] });
    }
    hits.sort((one, other) => other.score - one.score || one.page - other.page);
    const top = hits.slice(0, 60);
    const lists = new Map();
    for (const { page } of top) {
      const number = page % files;
      if (!lists.has(number)) lists.set(number, await load(`pages-${number}`, `pages-${number}.js`));
    }
    const phrase = query.trim().toLowerCase();
    return top
      .map((hit) => {
        const row = lists.get(hit.page % files)?.[hit.page];
        if (!row) return null;
        const [title, path, kind, note] = row;
        const bonus = title.toLowerCase() === phrase ? 200 : title.toLowerCase().startsWith(phrase) ? 60 : 0;
        const order = { guide: 8, operation: 6, page: 5, resource: 3, webhook: 2 }[kind] ?? 0;
        return { ...hit, score: hit.score + bonus + order, title, path, kind, note };
      })
      .filter(Boolean)
      .sort((one, other) => other.score - one.score || one.title.localeCompare(other.title))
      .slice(0, 30);
  };

  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  /* Text in which the beginnings of words that were asked for are marked. */
  const marked = (text, words) => {
    const wanted = words.map((word) => word.replace(/[^\p{L}\p{N}_]/gu, "")).filter(Boolean);
    if (!wanted.length) return [text];
    const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join("|")})`, "giu"));
    return parts.map((part, index) => (index % 2 ? make("mark", { textContent: part }) : part));
  };

  let dialog;
  const build = () => {
    const input = make("input", {
      type: "search",
      placeholder: "Operations, members, values, words…",
      autocomplete: "off",
      spellcheck: false,
    });
    input.setAttribute("aria-label", "Search");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-controls", "results");
    input.setAttribute("aria-expanded", "true");
    input.setAttribute("aria-autocomplete", "list");
    const list = make("ul", { id: "results" });
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Results");
    const said = make("p", { className: "said" });
    said.setAttribute("role", "status");
    dialog = make("dialog", { className: "search" }, input, list, said);
    dialog.setAttribute("aria-label", "Search");
    document.body.append(dialog);

    let chosen = -1;
    let turn = 0;
    const mark = (index) => {
      const options = [...list.children];
      options[chosen]?.removeAttribute("aria-selected");
      chosen = options.length ? (index + options.length) % options.length : -1;
      const option = options[chosen];
      option?.setAttribute("aria-selected", "true");
      option?.scrollIntoView({ block: "nearest" });
      if (option) input.setAttribute("aria-activedescendant", option.id);
      else input.removeAttribute("aria-activedescendant");
    };
    const show = async () => {
      const mine = ++turn;
      const query = input.value.trim();
      const hits = query ? await search(query) : [];
      const words = wordsOf(query);
      if (mine !== turn) return;
      list.replaceChildren(
        ...hits.map((hit, index) => {
          const href = `${root}${hit.path}${hit.anchor ? `#${hit.anchor}` : ""}`;
          const line = make("a", { href, tabIndex: -1 }, make("b", {}, ...marked(hit.title, words)));
          const detail = [hit.kind, hit.note, hit.anchor && `› ${hit.anchor}`].filter(Boolean).join(" · ");
          line.append(make("small", {}, ...marked(detail, words)));
          const option = make("li", { id: `result-${index}` }, line);
          option.setAttribute("role", "option");
          return option;
        }),
      );
      chosen = -1;
      mark(0);
      said.textContent = query ? (hits.length ? `${hits.length} results` : "Nothing found") : "";
    };
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        mark(chosen + (event.key === "ArrowDown" ? 1 : -1));
      } else if (event.key === "Enter") {
        event.preventDefault();
        const link = list.children[chosen]?.querySelector("a");
        if (link) {
          dialog.close();
          location.href = link.href;
        }
      } else if (event.key === "Escape") {
        event.preventDefault();
        dialog.close();
      }
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("a")) dialog.close();
    });
    return input;
  };

  window.apiscribeOpenSearch = (where) => {
    root = where;
    if (!dialog) build();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("input").select();
    load("index", "index.js");
  };
})();
