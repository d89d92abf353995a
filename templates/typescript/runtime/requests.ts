import type { WrittenBody } from "./bodies.js";
import type { ClientOptions } from "./configuration.js";
import type { CredentialContext, Scheme, Secret } from "./credentials.js";
import { ConfigurationError } from "./errors.js";
import { isObject } from "./json.js";
import type { Arguments, Operation, RequestOptions } from "./operations.js";
import { formPairs, type RequestParts, setHeader } from "./parameters.js";

type AnyOperation = Operation<unknown, unknown>;

/** A request without its credentials, which are asked for at each try. */
export interface BuiltRequest {
  readonly verb: string;
  /** Whether it can be sent again: a stream can be read once only. */
  readonly repeatable: boolean;
  finish(
    secrets: readonly [Scheme, Secret, string[]][],
    context: Omit<CredentialContext, "scopes">,
  ): Promise<{ url: string; init: RequestInit & { headers: Headers } }>;
}

interface Surroundings {
  baseURL: string;
  defaults: ClientOptions;
  accept: string | undefined;
  agent: string;
}

/** Writes arguments and options into a request; throws `ConfigurationError`. */
export async function buildRequest(
  operation: AnyOperation,
  args: Arguments,
  options: RequestOptions,
  surroundings: Surroundings,
): Promise<BuiltRequest> {
  const { accept, agent, defaults } = surroundings;
  const [template = "", fixed] = operation.path.split("?", 2);
  const parts: RequestParts = {
    path: new Map(),
    query: fixed ? [fixed] : [],
    headers: new Headers({ accept: accept ?? acceptOf(operation) }),
    cookies: [],
  };
  if (agent) parts.headers.set("user-agent", agent);
  mergeHeaders(parts.headers, defaults.defaultHeaders);
  for (const parameter of operation.parameters ?? []) {
    parameter.write(args[parameter.argument], parts, options);
  }
  const query = { ...defaults.defaultQuery, ...options.query };
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parts.query.push(...formPairs(name, value));
  }
  const body = await writeBody(operation, args, options);
  if (body) parts.headers.set("content-type", body.contentType);
  const url = serverOf(operation, surroundings) + fill(template, parts.path);
  const streamed = body?.content instanceof ReadableStream;
  return {
    verb: operation.verb,
    repeatable: !streamed,
    async finish(secrets, context) {
      const own: RequestParts = {
        path: parts.path,
        headers: new Headers(parts.headers),
        query: [...parts.query],
        cookies: [...parts.cookies],
      };
      for (const [scheme, secret, scopes] of secrets) {
        await scheme.apply(secret, own, { ...context, scopes });
      }
      if (own.cookies[0]) own.headers.set("cookie", own.cookies.join("; "));
      mergeHeaders(own.headers, options.headers);
      return {
        url: own.query[0] ? `${url}?${own.query.join("&")}` : url,
        init: {
          method: operation.verb,
          headers: own.headers,
          ...(body && { body: body.content }),
          ...(streamed && { duplex: "half" }),
        },
      };
    },
  };
}

function acceptOf({ answers }: AnyOperation): string {
  const types = answers.map((answer) => answer.mediaType).filter(Boolean);
  return [...new Set(types)].join(", ") || "*/*";
}

function serverOf(
  { path, server }: AnyOperation,
  { baseURL, defaults }: Surroundings,
): string {
  if (/^https?:/.test(path)) return "";
  // What the user chose wins over an operation's own server.
  return (!defaults.baseURL && server?.(baseURL)) || baseURL;
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
  return template.replace(
    /\{([^{}]*)\}/g,
    (whole, name: string) => values.get(name) ?? whole,
  );
}

async function writeBody(
  operation: AnyOperation,
  args: Arguments,
  options: RequestOptions,
): Promise<WrittenBody | undefined> {
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
    throw new ConfigurationError(`${operation.id} does not take ${wanted}`);
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
