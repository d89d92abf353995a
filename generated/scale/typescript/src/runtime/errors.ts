import { isObject } from "./json.js";

/** Base of everything this package throws on purpose. */
export class APIError extends Error {
  override readonly name: string = "APIError";
  /** What the server said, where it said anything. */
  readonly body: unknown;

  constructor(message: string, body?: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.body = body;
  }
}

/** A client that lacks something it needs, or an argument that cannot be sent. */
export class ConfigurationError extends APIError {
  override readonly name: string = "ConfigurationError";
}

/** No answer, or only part of one. */
export class APIConnectionError extends APIError {
  override readonly name: string = "APIConnectionError";
}

/** No answer in time. */
export class APITimeoutError extends APIConnectionError {
  override readonly name: string = "APITimeoutError";
}

/** The caller's `AbortSignal` fired. */
export class APIUserAbortError extends APIError {
  override readonly name: string = "APIUserAbortError";
}

/** An answer that does not fit the specification. */
export class APIResponseValidationError extends APIError {
  override readonly name: string = "APIResponseValidationError";
}

/** An answer with a status that means failure. */
export class APIStatusError<Body = unknown> extends APIError {
  override readonly name: string = "APIStatusError";
  readonly status: number;
  readonly headers: Headers;
  /** The server's id of the request, for its support. */
  readonly requestId: string | null;
  declare readonly body: Body;

  constructor(status: number, headers: Headers, body: Body) {
    super(describe(status, body), body);
    this.status = status;
    this.headers = headers;
    this.requestId = requestIdOf(headers);
  }
}

export class BadRequestError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "BadRequestError";
}

export class AuthenticationError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "AuthenticationError";
}

export class PermissionDeniedError<
  Body = unknown,
> extends APIStatusError<Body> {
  override readonly name: string = "PermissionDeniedError";
}

export class NotFoundError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "NotFoundError";
}

export class ConflictError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "ConflictError";
}

export class UnprocessableEntityError<
  Body = unknown,
> extends APIStatusError<Body> {
  override readonly name: string = "UnprocessableEntityError";
}

export class RateLimitError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "RateLimitError";
}

export class InternalServerError<Body = unknown> extends APIStatusError<Body> {
  override readonly name: string = "InternalServerError";
}

const BY_STATUS: Record<number, typeof APIStatusError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** The error of a status. */
export function statusError(
  status: number,
  headers: Headers,
  body: unknown,
): APIStatusError {
  const type =
    BY_STATUS[status] ?? (status >= 500 ? InternalServerError : APIStatusError);
  return new type(status, headers, body);
}

/** The request id an answer carries. */
export function requestIdOf(headers: Headers): string | null {
  return headers.get("x-request-id") ?? headers.get("request-id");
}

function describe(status: number, body: unknown): string {
  const said = messageOf(body);
  return said ? `${status} ${said}` : `status ${status}`;
}

/** The sentence inside an error body, however deep APIs usually put it. */
export function messageOf(body: unknown): string {
  if (typeof body === "string") return body.slice(0, 500);
  if (!isObject(body)) return "";
  for (const key of ["message", "detail", "title", "error"]) {
    const value = body[key];
    if (typeof value === "string" && value) return value;
    if (isObject(value)) return messageOf(value);
  }
  return "";
}
