// Opens pages of a site in Chromium and says what was seen: one JSON job in, one JSON answer out.
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const { executablePath, pages = [], searches = [], axe, javaScript = true } = JSON.parse(
  readFileSync(0, "utf8"),
);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const answer = { pages: [], searches: [] };
try {
  for (const colorScheme of axe ? ["light", "dark"] : ["light"]) {
    const context = await browser.newContext({ colorScheme, javaScriptEnabled: javaScript });
    const page = await context.newPage();
    const errors = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("dialog", (dialog) => (errors.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
    const requests = [];
    page.on("request", (request) => requests.push(request.url()));
    for (const url of pages) {
      errors.length = requests.length = 0;
      await page.goto(url);
      const seen = { url, errors: [...errors], requests: [...requests] };
      if (!javaScript) seen.text = await page.locator("main").innerText();
      // Without the buttons that scripts add.
      seen.content = await page.locator("main").evaluate((main) => {
        const copy = main.cloneNode(true);
        for (const one of copy.querySelectorAll("button, [role=status]")) one.remove();
        return copy.textContent;
      });
      if (axe) {
        await page.addScriptTag({ path: axe });
        const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
        seen.violations = found.violations.map(
          (one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`,
        );
      }
      answer.pages.push(seen);
    }
    await context.close();
  }
  for (const { url, query, down = 0 } of searches) {
    const page = await browser.newPage();
    await page.goto(url);
    await page.keyboard.press("/");
    await page.locator("dialog.search input").waitFor();
    await page.keyboard.type(query);
    await page.locator("[role=option]").first().waitFor({ timeout: 30_000 });
    await page.locator(".said", { hasText: "results" }).waitFor();
    for (let step = 0; step < down; step += 1) await page.keyboard.press("ArrowDown");
    const titles = await page.locator("[role=option] b").allInnerTexts();
    const before = page.url();
    await page.keyboard.press("Enter");
    await page.waitForURL((now) => now.href !== before);
    answer.searches.push({ query, titles, landed: page.url() });
    await page.close();
  }
} finally {
  await browser.close();
}
process.stdout.write(JSON.stringify(answer));
