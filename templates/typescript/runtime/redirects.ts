/** Statuses whose `location` is followed (RFC 9110, section 15.4). */
const REDIRECTS = [301, 302, 303, 307, 308];
const MOST = 10;

/**
 * `fetch`, following redirects. No credential goes to another origin:
 * `fetch` alone would take keys in headers of their own along.
 */
export async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { headers: Headers },
  hidden: readonly string[],
): Promise<Response> {
  if (init.redirect) return fetch(url, init);
  let request = { ...init };
  for (let count = 0; ; count++) {
    const response = await fetch(url, { ...request, redirect: "manual" });
    // Browsers hide redirects; there, other origins must allow each header.
    if (response.type === "opaqueredirect") return fetch(url, init);
    const location = response.headers.get("location");
    if (!location || !REDIRECTS.includes(response.status) || count >= MOST) {
      return response;
    }
    await response.body?.cancel();
    const next = new URL(location, url);
    const headers = new Headers(request.headers);
    request = { ...request, headers };
    if (next.origin !== new URL(url).origin) {
      for (const name of ["authorization", "cookie", ...hidden]) {
        headers.delete(name);
      }
    }
    const { status } = response;
    if (status === 303 || (status < 303 && request.method === "POST")) {
      if (request.method !== "HEAD") request.method = "GET";
      delete request.body;
      headers.delete("content-type");
    }
    url = next.href;
  }
}
