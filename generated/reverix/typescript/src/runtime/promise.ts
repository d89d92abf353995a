import { requestIdOf } from "./errors.js";
import type { Sent } from "./sending.js";

/** Data together with the answer it came in. */
export interface WithResponse<Result> {
  data: Result;
  response: Response;
  /** The server's id of the request, for its support. */
  requestId: string | null;
}

/**
 * A promise of an answer's data that can also give the answer itself. The body
 * is read when the data is asked for.
 */
export class APIPromise<Result> extends Promise<Result> {
  readonly #sent: Promise<Sent>;
  readonly #read: (sent: Sent) => Promise<Result>;
  #data: Promise<Result> | undefined;

  constructor(sent: Promise<Sent>, read: (sent: Sent) => Promise<Result>) {
    // Never settled and never seen: `then` below goes by the data.
    super(() => undefined);
    this.#sent = sent;
    this.#read = read;
  }

  #parsed(): Promise<Result> {
    return (this.#data ??= this.#sent.then(this.#read));
  }

  override then<Done = Result, Failed = never>(
    done?: ((data: Result) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#parsed().then(done, failed);
  }

  /** `catch` and `finally`, which go by `then`, give plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The data, the answer and its request id. */
  async withResponse(): Promise<WithResponse<Result>> {
    const [data, { response }] = await Promise.all([this, this.#sent]);
    return { data, response, requestId: requestIdOf(response.headers) };
  }

  /** The answer as soon as its headers are there; its body is left to read. */
  async asResponse(): Promise<Response> {
    const sent = await this.#sent;
    sent.finish();
    return sent.response;
  }
}
