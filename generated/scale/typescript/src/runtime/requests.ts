import { includes, isJsonType } from "./answers.js";
import type { WrittenBody } from "./bodies.js";
import type { CallSettings } from "./configuration.js";
import type { CredentialContext, Scheme, Secret } from "./credentials.js";
import { runtimeName } from "./environment.js";
import { ConfigurationError } from "./errors.js";
import { isObject } from "./json.js";
import type { Arguments, Operation } from "./operations.js";
import {
  encode,
  extraPairs,
  type RequestParts,
  setHeader,
} from "./parameters.js";

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

/** Writes arguments and options into a request; throws `ConfigurationError`. */
export async function buildRequest(
  operation: AnyOperation,
  args: Arguments,
  settings: CallSettings,
  baseURL: string,
  accept = acceptOf(operation),
): Promise<BuiltRequest> {
  const [path = "", fixed] = operation.path.split("?", 2);
  const parts: RequestParts = {
    path,
    query: fixed ? [fixed] : [],
    headers: new Headers({ accept }),
  };
  const { name, version } = settings;
  const node = runtimeName();
  if (node)
    parts.headers.set("user-agent", `${encode(name)}/${version} ${node}`);
  mergeHeaders(parts.headers, settings.defaultHeaders);
  const key = settings.idempotencyKey;
  if (key) setHeader(parts.headers, "idempotency-key", key);
  for (const parameter of operation.parameters ?? []) {
    parameter.write(args[parameter.argument], parts, settings);
  }
  parts.query = withExtras(parts.query, settings);
  const body = await writeBody(operation, args, settings);
  if (body) parts.headers.set("content-type", body.contentType);
  const url = serverOf(operation, settings, baseURL) + parts.path;
  return {
    verb: operation.verb,
    repeatable: !body?.once,
    async finish(secrets, context) {
      const own: RequestParts = {
        ...parts,
        headers: new Headers(parts.headers),
        query: [...parts.query],
      };
      for (const [scheme, secret, scopes] of secrets) {
        await scheme.apply(secret, own, { ...context, scopes });
      }
      mergeHeaders(own.headers, settings.headers);
      return {
        url: own.query[0] ? `${url}?${own.query.join("&")}` : url,
        init: {
          method: operation.verb,
          headers: own.headers,
          ...(body && { body: body.content }),
          ...body?.once,
        },
      };
    },
  };
}

/** Defaults give way to what a call says of a name, the call's extras replace it. */
function withExtras(
  pairs: readonly string[],
  { defaultQuery, query }: CallSettings,
): string[] {
  const nameOf = (pair: string): string => pair.split("=", 1)[0] ?? "";
  const given = new Set(pairs.map(nameOf));
  const replaced = new Set(Object.keys(query ?? {}).map(encode));
  const defaults = Object.entries(defaultQuery ?? {})
    .filter(([name]) => !given.has(encode(name)))
    .flatMap(([name, value]) => extraPairs(name, value));
  return [
    ...[...pairs, ...defaults].filter((pair) => !replaced.has(nameOf(pair))),
    ...Object.entries(query ?? {}).flatMap(([name, value]) =>
      extraPairs(name, value),
    ),
  ];
}

/** What is read, of which JSON alone where there is any; callers may say otherwise. */
function acceptOf({ answers }: AnyOperation): string {
  const all = answers
    .filter((answer) => answer.mediaType && !answer.other)
    .map((answer) => answer.mediaType);
  const json = all.filter((one) => isJsonType(one.split(";")[0] ?? ""));
  return [...new Set(json[0] ? json : all)].join(", ") || "*/*";
}

function serverOf(
  { path, server }: AnyOperation,
  settings: CallSettings,
  baseURL: string,
): string {
  if (/^https?:/.test(path)) return "";
  // What the user chose wins over an operation's own server.
  return (!settings.baseURL && server?.(baseURL)) || baseURL;
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

async function writeBody(
  operation: AnyOperation,
  args: Arguments,
  settings: CallSettings,
): Promise<WrittenBody | undefined> {
  const { body } = operation;
  if (body === undefined) return undefined;
  const value = bodyValue(operation, args, settings.body);
  if (value === undefined) {
    if (!body.required) return undefined;
    throw new ConfigurationError(`${operation.id} needs a body`);
  }
  const wanted = settings.contentType;
  const media = body.media.find(
    ({ mediaType }) => wanted === undefined || includes(mediaType, wanted),
  );
  if (media === undefined) {
    throw new ConfigurationError(`${operation.id} does not take ${wanted}`);
  }
  const written = await media.write(value);
  if (!written.contentType.includes("*")) return written;
  const usual = written.contentType === "*/*" && "application/octet-stream";
  const contentType = wanted || typeOf(written.content) || usual;
  if (contentType) return { ...written, contentType };
  throw new ConfigurationError(
    `${operation.id} needs contentType, one of ${written.contentType}`,
  );
}

/** What a file says that it is. */
function typeOf(content: BodyInit): string {
  return content instanceof Blob ? content.type : "";
}

function bodyValue(
  operation: AnyOperation,
  args: Arguments,
  more: CallSettings["body"],
): unknown {
  const { renamed, argument, required } = operation.body ?? {};
  if (argument !== undefined) {
    const value = args[argument];
    return isObject(value) && more ? { ...value, ...more } : value;
  }
  const parameters = operation.parameters?.map((one) => one.argument) ?? [];
  const members = Object.entries(args)
    .filter(
      ([name, value]) => value !== undefined && !parameters.includes(name),
    )
    .map(([name, value]) => [renamed?.[name] ?? name, value]);
  members.push(...Object.entries(more ?? {}));
  return required || members.length > 0
    ? Object.fromEntries(members)
    : undefined;
}
