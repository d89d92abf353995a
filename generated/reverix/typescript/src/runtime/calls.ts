/** The ways to call an operation; what a client does not use a bundler leaves out. */
import { findReader, isJsonType, mediaTypeOf, readJson } from "./answers.js";
import type { APIClient } from "./client.js";
import type { ClientOptions } from "./configuration.js";
import type { Arguments, Operation, RequestOptions } from "./operations.js";
import { endless, type Page, type Paging } from "./pages.js";
import { APIPromise } from "./promise.js";
import type { Sent } from "./sending.js";
import type { Stream, StreamReader } from "./streams.js";

type Client = APIClient<ClientOptions>;

/** Makes a call and gives its data. */
export function call<Result, Item>(
  client: Client,
  operation: Operation<Result, Item>,
  args: object = {},
  options: RequestOptions = {},
): APIPromise<Result> {
  const given = operation.stream?.plain?.(args) ?? args;
  const sent = client.send(operation, given, options);
  return new APIPromise(sent, (found) => readAnswer(operation, found));
}

/** Makes a call of an operation that streams, and gives its items as they come. */
export function stream<Result, Item>(
  client: Client,
  operation: Operation<Result, Item>,
  args: object = {},
  options: RequestOptions = {},
): APIPromise<Stream<Item>> {
  const reader = operation.stream as StreamReader;
  const given =
    reader.switch && operation.body?.argument === undefined
      ? { ...args, [reader.switch[0]]: reader.switch[1] }
      : args;
  const sent = client.send(operation, given, options, reader.mediaType);
  return new APIPromise(sent, (found) =>
    Promise.resolve(reader.open<Item>(found)),
  );
}

/** Makes a call whose arguments choose between the data and its items. */
export function callOrStream<Result, Item>(
  client: Client,
  operation: Operation<Result, Item>,
  args: object = {},
  options: RequestOptions = {},
): APIPromise<Result | Stream<Item>> {
  const [name = "", value] = operation.stream?.switch ?? [];
  const whole = operation.body?.argument;
  const given = whole === undefined ? args : (args as Arguments)[whole];
  return name && (given as Arguments | undefined)?.[name] === value
    ? stream(client, operation, args, options)
    : call(client, operation, args, options);
}

/** Makes a call of an operation that has pages, and gives the first one. */
export function page<Result, Item>(
  client: Client,
  operation: Operation<Result, Item>,
  args: object = {},
  options: RequestOptions = {},
): APIPromise<Page<Item, Result>> {
  const paging = operation.paging as Paging;
  const sent = client.send(operation, args, options);
  return new APIPromise(sent, async (found) => {
    const answer = await readAnswer(operation, found);
    return paging.page<Item, Result>(answer, args as Arguments, (next) => {
      if ("arguments" in next)
        return page(client, operation, next.arguments, options);
      const url = new URL(next.url, found.response.url || client.baseURL);
      if (url.href === operation.path) throw endless(answer, url.href);
      const linked = { ...operation, path: url.href, parameters: [] };
      return page(client, linked, {}, options);
    });
  });
}

/** The data of an answer. */
export async function readAnswer<Result>(
  operation: Operation<Result, unknown>,
  sent: Sent,
): Promise<Result> {
  const { response } = sent;
  try {
    const reader = findReader(operation.answers, response);
    const value = reader
      ? await reader.read(response)
      : isJsonType(mediaTypeOf(response.headers))
        ? await readJson(response)
        : (await response.text()) || undefined;
    const bodiless =
      [204, 205].includes(response.status) || operation.verb === "HEAD";
    if (value !== undefined || !bodiless) {
      sent.check(response.status, value, reader?.mediaType);
    }
    return value as Result;
  } catch (error) {
    throw sent.failure(error);
  } finally {
    sent.finish();
  }
}
