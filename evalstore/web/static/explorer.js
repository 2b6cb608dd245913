"use strict";

// The pages work without this script. It filters at once, opens charts whose bars are links, runs
// SQL with Ctrl + Enter, and saves queries in the browser.

function filterRows(input) {
  const name = input.dataset.filter;
  const table = document.querySelector(`table[data-table="${name}"]`);
  const rows = [...table.tBodies[0].rows].filter((row) => !row.querySelector(".empty"));
  const wanted = input.value.toLowerCase();
  let shown = 0;
  for (const row of rows) {
    const texts = [...row.querySelectorAll(".text, .name")].map((cell) => cell.textContent);
    row.hidden = !texts.some((text) => text.toLowerCase().includes(wanted));
    shown += row.hidden ? 0 : 1;
  }
  const count = document.querySelector(`[data-count="${name}"]`);
  count.textContent = wanted ? `${shown} of ${rows.length} rows match` : `${rows.length} rows`;
  const address = new URL(location.href);
  if (wanted) address.searchParams.set(input.name, input.value);
  else address.searchParams.delete(input.name);
  history.replaceState(null, "", address);
}

function prepareFilters() {
  for (const input of document.querySelectorAll("[data-filter]")) {
    const section = input.closest("section");
    // With several pages, or a filter that the server has applied, the server has the other rows.
    if (section.querySelector(".pages") || input.value) continue;
    input.addEventListener("input", () => filterRows(input));
  }
}

async function inlineChart(figure) {
  const picture = figure.querySelector("picture");
  const image = picture.querySelector("img");
  const fitting = [...picture.querySelectorAll("source")].find((one) => matchMedia(one.media).matches);
  const answer = await fetch(fitting ? fitting.srcset : image.src);
  if (!answer.ok) return;
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const drawing = parsed.documentElement;
  if (drawing.nodeName !== "svg") return;
  drawing.setAttribute("role", "group");
  drawing.setAttribute("aria-label", image.alt);
  picture.replaceWith(document.adoptNode(drawing));
}

function prepareConsole() {
  const form = document.getElementById("console");
  if (!form) return;
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  prepareSaving(form);
}

const KEY = "evalstore queries";

function savedQueries() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "{}");
  } catch {
    return {};
  }
}

function listSaved(section) {
  const queries = savedQueries();
  const list = section.querySelector("ul");
  list.replaceChildren();
  for (const name of Object.keys(queries).sort()) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = "/sql?" + new URLSearchParams(queries[name]);
    link.textContent = name;
    const remove = document.createElement("button");
    remove.type = "button";
    remove.className = "remove";
    remove.textContent = "×";
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.addEventListener("click", () => {
      const rest = savedQueries();
      delete rest[name];
      localStorage.setItem(KEY, JSON.stringify(rest));
      listSaved(section);
    });
    item.append(link, " ", remove);
    list.append(item);
  }
  section.hidden = !Object.keys(queries).length;
}

function prepareSaving(form) {
  const section = document.querySelector("[data-mine]");
  const name = form.querySelector("[data-save-name]");
  form.querySelector(".save").hidden = false;
  listSaved(section);
  form.querySelector("[data-save]").addEventListener("click", () => {
    const title = name.value.trim();
    if (!title) return name.focus();
    const queries = savedQueries();
    queries[title] = [...new FormData(form)];
    localStorage.setItem(KEY, JSON.stringify(queries));
    listSaved(section);
  });
}

function prepareForms() {
  // Empty fields stay out of the address.
  for (const form of document.querySelectorAll("form")) {
    form.addEventListener("formdata", (event) => {
      for (const [name, value] of [...event.formData]) {
        if (value !== "") continue;
        const rest = event.formData.getAll(name).filter((one) => one !== "");
        event.formData.delete(name);
        for (const one of rest) event.formData.append(name, one);
      }
    });
  }
}

// On a narrow page, the navigation is wider than the page.
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
prepareForms();
prepareFilters();
prepareConsole();
for (const figure of document.querySelectorAll("[data-inline]")) inlineChart(figure);
