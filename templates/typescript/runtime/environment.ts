/** Environment variables where the runtime has them (Node, Deno, Bun). */
export function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
  };
  return process?.env?.[name]?.trim() || undefined;
}

/** What runs this code, for the `User-Agent`. Browsers send their own. */
export function runtimeName(): string {
  const { process } = globalThis as {
    process?: { versions?: { node?: string } };
  };
  const node = process?.versions?.node;
  return node === undefined ? "" : ` node/${node}`;
}
