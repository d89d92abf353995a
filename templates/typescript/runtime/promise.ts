import { requestIdOf } from "./errors.js";

/** Data together with the answer it came in. */
export interface WithResponse<Result> {
  data: Result;
  response: Response;
  /** The server's id of the request, for its support. */
  requestId: string | null;
}

/** A promise of an answer's data that can also give the answer itself. */
export class APIPromise<Result> extends Promise<Result> {
  readonly #call: Promise<[Result, Response]>;
  readonly #response: Promise<Response>;

  constructor(
    call: Promise<[Result, Response]>,
    response: Promise<Response> = call.then(([, found]) => found),
  ) {
    super((resolve, reject) => {
      call.then(([data]) => {
        resolve(data);
      }, reject);
    });
    this.#call = call;
    this.#response = response;
    // Whoever awaits the data hears of a failure; nobody need hear it twice.
    response.catch(() => undefined);
  }

  /** `then` and its kin give plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** The data, the answer and its request id. */
  async withResponse(): Promise<WithResponse<Result>> {
    const [data, response] = await this.#call;
    return { data, response, requestId: requestIdOf(response.headers) };
  }

  /** The answer as soon as its headers are there. */
  asResponse(): Promise<Response> {
    return this.#response;
  }
}
