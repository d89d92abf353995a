/* Comfort only: every page is complete without this script. */
(() => {
  const html = document.documentElement;
  const root = html.dataset.root;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const store = {
    get(key) {
      try {
        return localStorage.getItem(`apiscribe-${key}`);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value) localStorage.setItem(`apiscribe-${key}`, value);
        else localStorage.removeItem(`apiscribe-${key}`);
      } catch {
        /* the choice lasts for this page */
      }
    },
  };
  const status = document.createElement("div");
  status.className = "spoken";
  status.setAttribute("role", "status");
  document.querySelector("main").append(status);

  /* Language: one choice for the whole site. */
  const choose = (language) => {
    for (const tab of all(`input[data-language="${CSS.escape(language)}"]`)) tab.checked = true;
  };
  const language = store.get("language");
  if (language) choose(language);
  document.addEventListener("change", (event) => {
    const chosen = event.target.dataset?.language;
    if (!chosen) return;
    const before = event.target.getBoundingClientRect().top;
    choose(chosen);
    store.set("language", chosen);
    scrollBy(0, event.target.getBoundingClientRect().top - before);
  });

  /* Theme: as the system has it, light, dark. */
  const themes = ["", "light", "dark"];
  const names = { "": "as the system has them", light: "light", dark: "dark" };
  for (const button of all("[data-theme-switch]")) {
    button.hidden = false;
    const say = () => {
      const text = `Colours: ${names[html.dataset.theme ?? ""]}`;
      button.setAttribute("aria-label", text);
      button.title = text;
    };
    say();
    button.addEventListener("click", () => {
      const next = themes[(themes.indexOf(html.dataset.theme ?? "") + 1) % themes.length];
      if (next) html.dataset.theme = next;
      else delete html.dataset.theme;
      store.set("theme", next);
      say();
    });
  }

  /* Copying. */
  const copy = async (text, button) => {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      status.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = label), 1500);
  };
  for (const link of all("h2 > a[href^='#'], a.name")) {
    link.title = "Copy the link to this place";
    link.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(link.href);
      } catch {
        return; // the address bar has it
      }
      link.dataset.said = "Link copied";
      status.textContent = "Link copied";
      setTimeout(() => delete link.dataset.said, 1500);
    });
  }
  for (const block of all("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(block.textContent, button));
    const holder = document.createElement("div");
    holder.className = "block";
    block.replaceWith(holder);
    holder.append(block, button);
  }
  for (const button of all("[data-copy-page]")) {
    if (location.protocol === "file:") continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const answer = await fetch(button.dataset.copyPage);
      await copy(await answer.text(), button);
    });
  }

  for (const menu of all("[data-ask]")) {
    if (location.protocol === "file:") continue;
    menu.hidden = false;
    const twin = new URL(document.querySelector('link[rel="alternate"]').href);
    for (const link of all("a", menu)) {
      link.href += encodeURIComponent(`Read ${twin} so that I can ask questions about it.`);
    }
  }

  /* Trees: open all, and open what an address points into. */
  for (const section of all("section")) {
    const inner = all(":scope > .tree details.more, :scope > details details.more", section);
    const heading = section.querySelector(":scope > h2");
    if (inner.length < 2 || !heading) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "expand";
    let open = false;
    const say = () => (button.textContent = open ? "Collapse all" : "Expand all");
    say();
    button.addEventListener("click", () => {
      open = !open;
      for (const one of inner) one.open = open;
      say();
    });
    const line = document.createElement("div");
    line.className = "heading";
    heading.replaceWith(line);
    line.append(heading, button);
  }
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let one = target; one; one = one.parentElement) {
      if (one.tagName === "DETAILS") one.open = true;
    }
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("main details:not([open]):not(.menu)");
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });

  /* The sidebar stays where the reader's page is in it. */
  const here = document.querySelector('.side [aria-current="page"]');
  const side = document.querySelector(".side");
  if (here && side) side.scrollTop = here.offsetTop - side.clientHeight / 3;

  /* Search is loaded when it is first asked for. */
  let opening;
  const openSearch = () => {
    opening ??= new Promise((done) => {
      const script = document.createElement("script");
      script.src = `${root}search.js`;
      script.onload = done;
      document.head.append(script);
    });
    opening.then(() => window.apiscribeOpenSearch(root));
  };
  for (const button of all("[data-search]")) {
    button.hidden = false;
    button.addEventListener("click", openSearch);
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=radio]), textarea, select, [contenteditable]");
    const combined = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (combined || (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey)) {
      event.preventDefault();
      openSearch();
    }
  });
})();
