interface NodeLike {
  process?: {
    env?: Record<string, string | undefined>;
    versions?: { node?: string };
  };
}

/** Environment variables where the runtime has them (Node, Deno, Bun). */
export function readEnvironment(name: string | undefined): string | undefined {
  const { process } = globalThis as NodeLike;
  return (name && process?.env?.[name]?.trim()) || undefined;
}

/** What runs this code, for the `User-Agent`; "" in browsers, which send their own. */
export function runtimeName(): string {
  const { process } = globalThis as NodeLike;
  const node = process?.versions?.node;
  return node === undefined ? "" : `node/${node}`;
}
