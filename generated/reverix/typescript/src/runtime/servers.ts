/** An operation's own server; a relative one is found from the client's. */
export function server(url: string): (baseURL: string) => string {
  return (baseURL) => new URL(url, `${baseURL}/`).href.replace(/\/+$/, "");
}
