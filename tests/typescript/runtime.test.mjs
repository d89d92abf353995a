/** What vectors cannot say about the runtime: signals, web streams, copies, webhooks. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { inspect } from "node:util";

import * as sdk from "../dist/esm/index.js";
import { cursorPages } from "../dist/esm/runtime/pages.js";
import { binary } from "../dist/esm/runtime/bodies.js";
import { page } from "../dist/esm/runtime/calls.js";
import { jsonAnswer } from "../dist/esm/runtime/answers.js";
import { query } from "../dist/esm/runtime/parameters.js";
import { parseJson, stringifyJson } from "../dist/esm/runtime/json.js";
import { unwrap } from "../dist/esm/runtime/webhooks.js";

const PARAMS = { model: "m", messages: [] };
const secrets = { apiKey: "very-secret", accountID: "account" };

function json(value, init) {
  const headers = { "content-type": "application/json" };
  return new Response(JSON.stringify(value), { headers, ...init });
}

/** A client whose requests `answer` gets, with their number. */
function connect(answer, options = {}) {
  let count = 0;
  const fetch = async (url, init) => {
    if (init.signal.aborted) throw init.signal.reason;
    return answer(++count, url, init);
  };
  return new sdk.ScaleSGP({
    baseURL: "http://x",
    ...secrets,
    fetch,
    ...options,
  });
}

/** Events, then silence until the request is aborted. */
function silent(signal, events = 'data: {"n":1}\n\n') {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(events));
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream" },
  });
}

test("a signal that fired already", async () => {
  const client = connect(() => json({}));
  const signal = AbortSignal.abort();
  await assert.rejects(
    async () => client.chat.completions.models({}, { signal }),
    sdk.APIUserAbortError,
  );
});

test("a signal ends a call that waits for its answer", async () => {
  const controller = new AbortController();
  const client = connect(
    (_n, _url, init) =>
      new Promise((_resolve, reject) => {
        init.signal.addEventListener("abort", () => reject(init.signal.reason));
        controller.abort();
      }),
  );
  const call = client.chat.completions.models(
    {},
    { signal: controller.signal },
  );
  await assert.rejects(async () => call, sdk.APIUserAbortError);
});

test("a signal ends the wait before a retry", async () => {
  const controller = new AbortController();
  const client = connect(() => {
    setTimeout(() => controller.abort(), 10);
    return json({}, { status: 503, headers: { "retry-after": "30" } });
  });
  const call = client.chat.completions.models(
    {},
    { signal: controller.signal },
  );
  await assert.rejects(async () => call, sdk.APIUserAbortError);
});

test("a signal ends a stream", async () => {
  const controller = new AbortController();
  const client = connect((_n, _url, init) => silent(init.signal));
  const stream = await client.chat.completions.create(
    { ...PARAMS, stream: true },
    { signal: controller.signal },
  );
  await assert.rejects(async () => {
    for await (const item of stream) {
      assert.deepEqual(item, { n: 1 });
      controller.abort();
    }
  }, sdk.APIUserAbortError);
});

test("a stream that stays silent", async () => {
  const client = connect((_n, _url, init) => silent(init.signal), {
    idleTimeout: 20,
  });
  const stream = await client.chat.completions.create({
    ...PARAMS,
    stream: true,
  });
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, sdk.APITimeoutError);
});

test("leaving a loop ends the request", async () => {
  let signal;
  const client = connect((_n, _url, init) => silent((signal = init.signal)));
  const stream = await client.chat.completions.create({
    ...PARAMS,
    stream: true,
  });
  for await (const _ of stream) break;
  assert.ok(signal.aborted);
});

test("close, tee and web streams", async () => {
  const events = 'data: {"n":1}\n\ndata: {"n":2}\n\ndata: [DONE]\n\n';
  const whole = () =>
    new Response(events, { headers: { "content-type": "text/event-stream" } });
  const client = connect(whole);
  const open = () =>
    client.chat.completions.create({ ...PARAMS, stream: true });
  const numbers = async (stream) => {
    const found = [];
    for await (const item of stream) found.push(item.n);
    return found;
  };
  assert.deepEqual(await numbers((await open()).toReadableStream()), [1, 2]);
  const [left, right] = (await open()).tee();
  assert.deepEqual(await numbers(left), [1, 2]);
  assert.deepEqual(await numbers(right), [1, 2]);
  const closed = await open();
  await closed.close();
  assert.deepEqual(await numbers(closed), []);
  const once = await open();
  await numbers(once);
  await assert.rejects(() => numbers(once), /read once/);
});

test("the answer itself, its body left to read", async () => {
  const client = connect(() =>
    json(
      { items: [1] },
      { headers: { "x-request-id": "r1", "content-type": "application/json" } },
    ),
  );
  const response = await client.chat.completions.models().asResponse();
  assert.deepEqual(await response.json(), { items: [1] });
  const found = await client.chat.completions.models().withResponse();
  assert.deepEqual(found.data, { items: [1] });
  assert.equal(found.requestId, "r1");
});

test("a failure is heard once, however it is asked for", async () => {
  const client = connect(() => json({}, { status: 404 }));
  const call = client.chat.completions.models();
  await assert.rejects(() => call.withResponse(), sdk.NotFoundError);
  await assert.rejects(
    () => client.chat.completions.models().asResponse(),
    sdk.NotFoundError,
  );
  assert.equal(
    await client.chat.completions.models().catch(() => "caught"),
    "caught",
  );
  let settled = false;
  await client.chat.completions
    .models()
    .finally(() => (settled = true))
    .catch(() => {});
  assert.ok(settled);
});

test("copies with other options", async () => {
  const seen = [];
  const client = connect((_n, url, init) => {
    seen.push([url, init.headers.get("x-api-key"), init.headers.get("x-more")]);
    return json({});
  });
  const copy = client.withOptions({
    baseURL: "http://y/",
    defaultHeaders: { "x-more": "1" },
  });
  assert.ok(copy instanceof sdk.ScaleSGP);
  await copy.chat.completions.models();
  await client.chat.completions.models();
  assert.deepEqual(seen, [
    ["http://y/v5/chat/completions/models", "very-secret", "1"],
    ["http://x/v5/chat/completions/models", "very-secret", null],
  ]);
});

test("printing a client shows no secret", () => {
  assert.doesNotMatch(
    inspect(
      connect(() => json({})),
      { depth: 9 },
    ),
    /very-secret/,
  );
});

test("secrets may come from a function, for each request", async () => {
  const seen = [];
  let count = 0;
  const client = connect(
    (n, _url, init) => {
      seen.push(init.headers.get("x-api-key"));
      return json(
        {},
        { status: n === 1 ? 503 : 200, headers: { "retry-after": "0" } },
      );
    },
    { apiKey: async () => `key${++count}` },
  );
  await client.chat.completions.models();
  assert.deepEqual(seen, ["key1", "key2"]);
});

test("a call that the API does not document", async () => {
  let seen;
  const client = connect((_n, url, init) => {
    seen = [init.method, url, init.body, init.headers.get("x-api-key")];
    return json({ ok: 1 });
  });
  assert.deepEqual(
    await client.request("PUT", "/more", {
      json: { a: 1n },
      query: { q: "b c" },
    }),
    { ok: 1 },
  );
  assert.deepEqual(seen, [
    "PUT",
    "http://x/more?q=b%20c",
    '{"a":1}',
    "very-secret",
  ]);
});

test("a body that fetch does not send with the method", async () => {
  const client = new sdk.ScaleSGP({ baseURL: "http://127.0.0.1:9", ...secrets });
  await assert.rejects(
    async () => client.request("GET", "/more", { json: { a: 1 } }),
    { name: "ConfigurationError", message: /fetch sends no body with GET/ },
  );
  const able = connect((_n, _url, init) => json({ sent: init.body }));
  assert.deepEqual(await able.request("GET", "/more", { json: { a: 1 } }), {
    sent: '{"a":1}',
  });
});

test("a body that can be read once is sent once", async () => {
  let count = 0;
  const client = connect(() => {
    count++;
    return json({}, { status: 503, headers: { "retry-after": "0" } });
  });
  const operation = {
    id: "upload",
    verb: "POST",
    path: "/upload",
    body: { argument: "body", media: [binary()] },
    answers: [],
  };
  await assert.rejects(
    () => client.send(operation, { body: new ReadableStream() }, {}),
    sdk.InternalServerError,
  );
  assert.equal(count, 1);
});

test("pages as a web stream, and one by one", async () => {
  const client = connect((_n, url) => {
    const after = new URL(url).searchParams.get("after");
    return json(
      after ? { data: [3], next: null } : { data: [1, 2], next: "x" },
    );
  });
  const operation = {
    id: "list",
    verb: "GET",
    path: "/list",
    parameters: [query("after")],
    answers: [jsonAnswer(200)],
    paging: cursorPages({
      items: ["data"],
      parameter: "after",
      next: ["next"],
    }),
  };
  const first = await page(client, operation);
  assert.ok(first.hasNextPage());
  const second = await first.nextPage();
  assert.deepEqual(second.items, [3]);
  assert.equal(await second.nextPage(), undefined);
  const found = [];
  for await (const item of first.toReadableStream()) found.push(item);
  assert.deepEqual(found, [1, 2, 3]);
});

test("integers of any size", () => {
  const text =
    '{"a":9223372036854775807,"b":[-9007199254740993],"c":"12345678901234567890","d":1.5e300,"e":1}';
  const value = parseJson(text);
  assert.equal(value.a, 9223372036854775807n);
  assert.equal(value.b[0], -9007199254740993n);
  assert.equal(value.c, "12345678901234567890");
  assert.equal(value.e, 1);
  assert.equal(
    stringifyJson({ ...value, d: undefined }),
    text.replace('"d":1.5e300,', ""),
  );
});

test("webhooks", async () => {
  const secret = Buffer.from("a secret");
  const id = "msg_1";
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = '{"type":"changed"}';
  const sign = (key) =>
    createHmac("sha256", key)
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,AAAA v1,${sign(secret)}`,
  };
  const encoded = `whsec_${secret.toString("base64")}`;
  assert.deepEqual(await unwrap(body, headers, encoded), { type: "changed" });
  assert.deepEqual(
    await unwrap(body, new Headers(headers), ["whsec_b3RoZXI=", encoded]),
    { type: "changed" },
  );
  await assert.rejects(() => unwrap(`${body} `, headers, encoded), /signature/);
  await assert.rejects(
    () => unwrap(body, headers, "whsec_b3RoZXI="),
    /signature/,
  );
  await assert.rejects(
    () => unwrap(body, { ...headers, "webhook-timestamp": "1" }, encoded),
    /too old/,
  );
  await assert.rejects(() => unwrap(body, {}, encoded), /missing/);
});
