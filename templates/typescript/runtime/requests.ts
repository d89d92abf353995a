import type { WrittenBody } from "./bodies.js";
import type { ClientOptions } from "./client.js";
import type { CredentialContext, Scheme, Secret } from "./credentials.js";
import { ConfigurationError } from "./errors.js";
import { isObject, stringifyJson } from "./json.js";
import type { Operation, RequestOptions } from "./operations.js";
import type { Arguments } from "./pages.js";
import { formPairs, type RequestParts, setHeader } from "./parameters.js";

type AnyOperation = Operation<unknown, unknown>;

/** A request without its credentials, which are asked for at each try. */
export interface BuiltRequest {
  readonly verb: string;
  readonly streaming: boolean;
  finish(
    secrets: readonly [Scheme, Secret][],
    context: CredentialContext,
  ): Promise<{ url: string; init: RequestInit & { headers: Headers } }>;
}

interface Surroundings {
  baseURL: string;
  defaults: ClientOptions;
  agent: string;
  streaming: boolean;
}

/** Writes arguments and options into a request; throws `ConfigurationError`. */
export async function buildRequest(
  operation: AnyOperation,
  args: Arguments,
  options: RequestOptions & { json?: unknown },
  surroundings: Surroundings,
): Promise<BuiltRequest> {
  const [template = "", fixed] = operation.path.split("?", 2);
  const parts: RequestParts = {
    path: new Map(),
    query: fixed === undefined ? [] : [fixed],
    headers: new Headers({ accept: acceptOf(operation, surroundings) }),
    cookies: [],
  };
  if (surroundings.agent.includes(" ")) {
    parts.headers.set("user-agent", surroundings.agent);
  }
  mergeHeaders(parts.headers, surroundings.defaults.defaultHeaders);
  for (const parameter of operation.parameters ?? []) {
    parameter.write(args[parameter.argument], parts);
  }
  for (const members of [surroundings.defaults.defaultQuery, options.query]) {
    for (const [name, value] of Object.entries(members ?? {})) {
      if (value !== undefined) parts.query.push(...formPairs(name, value));
    }
  }
  const body = await writeBody(operation, args, options);
  if (body?.contentType) parts.headers.set("content-type", body.contentType);
  if (operation.idempotencyHeader !== undefined) {
    const key = options.idempotencyKey ?? crypto.randomUUID();
    setHeader(parts.headers, operation.idempotencyHeader, key);
  }
  const url = join(
    operation.server ?? surroundings.baseURL,
    fill(template, parts.path),
  );
  return {
    verb: operation.verb,
    streaming: surroundings.streaming,
    async finish(secrets, context) {
      const own: RequestParts = {
        ...parts,
        headers: new Headers(parts.headers),
        query: [...parts.query],
        cookies: [...parts.cookies],
      };
      for (const [scheme, secret] of secrets)
        await scheme.apply(secret, own, context);
      if (own.cookies.length > 0)
        own.headers.set("cookie", own.cookies.join("; "));
      mergeHeaders(own.headers, options.headers);
      const query = own.query.join("&");
      return {
        url: query ? `${url}?${query}` : url,
        init: {
          method: operation.verb,
          headers: own.headers,
          ...(body === undefined ? {} : { body: body.content }),
          ...(body?.content instanceof ReadableStream
            ? { duplex: "half" }
            : {}),
        },
      };
    },
  };
}

function acceptOf(operation: AnyOperation, surroundings: Surroundings): string {
  if (surroundings.streaming && operation.stream)
    return operation.stream.mediaType;
  const types = operation.answers
    .filter((answer) => answer.low < 300 && answer.mediaType !== "")
    .map((answer) => answer.mediaType);
  return [...new Set(types)].join(", ") || "*/*";
}

function mergeHeaders(
  headers: Headers,
  more: Record<string, string | null> | undefined,
): void {
  for (const [name, value] of Object.entries(more ?? {})) {
    if (value === null) headers.delete(name);
    else setHeader(headers, name, value);
  }
}

function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}]*)\}/g, (_whole, name: string) => {
    const value = values.get(name);
    if (value === undefined) {
      throw new ConfigurationError(`path parameter ${name} is missing`);
    }
    return value;
  });
}

function join(baseURL: string, path: string): string {
  return /^https?:/.test(path) ? path : baseURL.replace(/\/+$/, "") + path;
}

async function writeBody(
  operation: AnyOperation,
  args: Arguments,
  options: RequestOptions & { json?: unknown },
): Promise<WrittenBody | undefined> {
  if ("json" in options) {
    return {
      content: stringifyJson(options.json),
      contentType: "application/json",
    };
  }
  const { body } = operation;
  if (body === undefined) return undefined;
  const value = bodyValue(operation, args, options);
  if (value === undefined) {
    if (!body.required) return undefined;
    throw new ConfigurationError(`${operation.id} needs a body`);
  }
  const wanted = options.contentType;
  const media =
    wanted === undefined
      ? body.media[0]
      : body.media.find((one) => one.mediaType === wanted);
  if (media === undefined) {
    const known = body.media.map((one) => one.mediaType).join(", ");
    throw new ConfigurationError(`${operation.id} takes ${known}`);
  }
  return media.write(value);
}

function bodyValue(
  operation: AnyOperation,
  args: Arguments,
  options: RequestOptions,
): unknown {
  const { renamed, argument, required } = operation.body ?? {};
  if (argument !== undefined) {
    const value = args[argument];
    return isObject(value) && options.body
      ? { ...value, ...options.body }
      : value;
  }
  const parameters = operation.parameters?.map((one) => one.argument) ?? [];
  const members = Object.entries(args)
    .filter(
      ([name, value]) => value !== undefined && !parameters.includes(name),
    )
    .map(([name, value]) => [renamed?.[name] ?? name, value]);
  members.push(...Object.entries(options.body ?? {}));
  return required || members.length > 0
    ? Object.fromEntries(members)
    : undefined;
}
