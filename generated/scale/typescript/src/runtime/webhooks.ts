/** Webhook signatures as Standard Webhooks has them (HMAC SHA-256). */
import { APIError } from "./errors.js";
import { parseJson } from "./json.js";

/** A webhook whose signature, time or body is wrong. */
export class WebhookVerificationError extends APIError {
  override readonly name: string = "WebhookVerificationError";
}

/** Seconds a webhook's time may differ from ours. */
const TOLERANCE = 300;

/** Verifies a webhook and gives its payload; throws `WebhookVerificationError`. */
export async function unwrap(
  body: string,
  headers: Headers | Readonly<Record<string, string>>,
  secret: string | readonly string[],
  tolerance = TOLERANCE,
): Promise<unknown> {
  const given = headers instanceof Headers ? headers : new Headers(headers);
  const id = given.get("webhook-id");
  const time = given.get("webhook-timestamp");
  const signatures = given.get("webhook-signature");
  if (!id || !time || !signatures) {
    throw new WebhookVerificationError("a webhook header is missing");
  }
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= tolerance)) {
    throw new WebhookVerificationError("the webhook is too old or too new");
  }
  const data = new TextEncoder().encode(`${id}.${time}.${body}`);
  for (const one of [secret].flat()) {
    const key = await importKey(one);
    for (const signature of signatures.split(" ")) {
      const [version, value] = signature.split(",", 2);
      if (version !== "v1" || value === undefined) continue;
      const bytes = fromBase64(value);
      if (bytes && (await crypto.subtle.verify("HMAC", key, bytes, data))) {
        return parsed(body);
      }
    }
  }
  throw new WebhookVerificationError("no signature of the webhook fits");
}

function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    throw new WebhookVerificationError("the webhook is not JSON", body, error);
  }
}

async function importKey(secret: string): Promise<CryptoKey> {
  const encoded = secret.startsWith("whsec_") ? secret.slice(6) : undefined;
  const bytes =
    (encoded === undefined ? undefined : fromBase64(encoded)) ??
    new TextEncoder().encode(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
