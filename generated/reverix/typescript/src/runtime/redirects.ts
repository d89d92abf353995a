/** Redirects that are followed in a row. */
const MOST = 10;

/**
 * `fetch`, following redirects. No credential goes to another origin:
 * `fetch` alone would take keys in headers of their own along. Changes `init`.
 */
export async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { headers: Headers },
  hidden: readonly string[],
): Promise<Response> {
  if (init.redirect) return fetch(url, init);
  for (let count = 0; ; count++) {
    const response = await fetch(url, { ...init, redirect: "manual" });
    // Browsers hide redirects; there, other origins must allow each header.
    if (response.type === "opaqueredirect") return fetch(url, init);
    const { status } = response;
    const location = response.headers.get("location");
    if (!location || status < 300 || status > 399 || count === MOST) {
      return response;
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== new URL(url).origin) {
      for (const name of ["authorization", "cookie", ...hidden]) {
        init.headers.delete(name);
      }
    }
    if (status === 303 || (status < 303 && init.method === "POST")) {
      if (init.method !== "HEAD") init.method = "GET";
      delete init.body;
      init.headers.delete("content-type");
    }
    url = next.href;
  }
}
