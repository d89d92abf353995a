/**
 * Drives a generated client through conformance vectors and reports to the
 * vector server, whose base URL is `CONFORMANCE_URL`.
 */
import assert from "node:assert";
import { Buffer } from "node:buffer";
import process from "node:process";
import { test } from "node:test";

import * as errors from "../build/runtime/errors.js";
import { stringifyJson } from "../build/runtime/json.js";
import { Page } from "../build/runtime/pages.js";

const SERVER = process.env["CONFORMANCE_URL"];
let runs = 0;

/** Bytes given as base64. */
export function bytes(text) {
  return new Uint8Array(Buffer.from(text, "base64"));
}

/** Declares the test of one vector. */
export function drive(suite, key, vector) {
  test(`${suite}/${key}`, async () => {
    const place = `${suite}/${key}/${process.pid}-${++runs}`;
    const outcome = await outcomeOf(vector, `${SERVER}/v/${place}`);
    const body = stringifyJson(outcome);
    const answer = await fetch(`${SERVER}/outcome/${place}`, {
      method: "POST",
      body,
    });
    const said = await answer.text();
    assert.ok(answer.ok, `${said}\noutcome: ${body.slice(0, 600)}`);
  });
}

async function outcomeOf({ mode, take, make, call }, baseURL) {
  const outcome = {};
  try {
    const promise = call(make(baseURL));
    if (mode === "raw") {
      const { data, response } = await promise.withResponse();
      outcome.status = response.status;
      outcome.headers = Object.fromEntries(response.headers);
      Object.assign(outcome, await valueOf(data));
    } else if (mode === "call") {
      Object.assign(outcome, await valueOf(await promise));
    } else {
      const items = await promise;
      outcome.items = [];
      for await (const item of items) {
        outcome.items.push(item);
        if (outcome.items.length === take) break;
      }
    }
  } catch (error) {
    outcome.error = describe(error);
  }
  return outcome;
}

async function valueOf(value) {
  if (value === undefined) return { nothing: true };
  if (value instanceof Response) {
    const content = Buffer.from(await value.arrayBuffer());
    return { base64: content.toString("base64") };
  }
  if (value instanceof Page) return { json: value.answer };
  return typeof value === "string"
    ? { json: value, text: value }
    : { json: value };
}

const KINDS = [
  [errors.APIStatusError, "status"],
  [errors.APITimeoutError, "timeout"],
  [errors.APIConnectionError, "connection"],
  [errors.APIResponseValidationError, "validation"],
  [errors.ConfigurationError, "argument"],
  [errors.APIUserAbortError, "abort"],
  [errors.APIError, "stream"],
];

function describe(error) {
  const kind = KINDS.find(([type]) => error instanceof type)?.[1] ?? "fault";
  const found = { kind, message: `${error.name}: ${error.message}` };
  if (kind === "fault") found.stack = error.stack;
  if (kind === "status") {
    const words = error.name.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g);
    found.status = error.status;
    found.name = words
      .join(" ")
      .toLowerCase()
      .replace(/ error$/, "");
    found.request_id = error.requestId;
  }
  if (error instanceof errors.APIError) found.body = error.body;
  return found;
}
