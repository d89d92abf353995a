import { json as writeJson } from "./bodies.js";
import { readAnswer } from "./calls.js";
import {
  type ClientOptions,
  type Configuration,
  findBaseURL,
  findSecrets,
  pickSecrets,
} from "./configuration.js";
import type { Secret } from "./credentials.js";
import { readEnvironment, runtimeName } from "./environment.js";
import { APIResponseValidationError } from "./errors.js";
import type { LogLevel } from "./logging.js";
import type { Arguments, Operation, RequestOptions } from "./operations.js";
import { APIPromise } from "./promise.js";
import { buildRequest } from "./requests.js";
import { type Sender, type Sent, sendWithRetries } from "./sending.js";

/** Makes calls. A generated client says what is fixed about its API. */
export abstract class APIClient<Options extends ClientOptions = ClientOptions> {
  readonly baseURL: string;
  readonly #configuration: Configuration;
  // Private, so that printing a client shows no secret.
  readonly #options: Options;
  readonly #secrets: Record<string, Secret>;
  readonly #sender: Sender;

  constructor(configuration: Configuration, options: Options) {
    this.#configuration = configuration;
    this.#options = options;
    this.#secrets = findSecrets(configuration, options);
    this.baseURL = findBaseURL(configuration, options);
    this.#sender = {
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      fetchOptions: options.fetchOptions,
      baseURL: this.baseURL,
      log: {
        logger: options.logger ?? console,
        // A level that does not exist lets nothing through.
        level: (options.logLevel ??
          readEnvironment(configuration.logVariable)) as LogLevel,
      },
    };
  }

  /** A client like this one but for some options. */
  withOptions(options: Options): this {
    const make = this.constructor as new (options: Options) => this;
    return new make({ ...this.#options, ...options });
  }

  /** Makes a call that the API does not document; `json` is its body. */
  request<Result = unknown>(
    verb: string,
    path: string,
    options: RequestOptions & { json?: unknown } = {},
  ): APIPromise<Result> {
    const { json, ...rest } = options;
    const operation: Operation<Result> = {
      id: `${verb} ${path}`,
      verb,
      path,
      ...(json !== undefined && {
        body: { media: [writeJson()], argument: "json" },
      }),
      answers: [],
      security: [Object.keys(this.#secrets)],
    };
    const sent = this.send(operation, { json }, rest);
    return new APIPromise(sent, (found) => readAnswer(operation, found));
  }

  /** Sends a request and gives the answer, its body not read yet. */
  async send(
    operation: Operation<unknown, unknown>,
    args: object,
    options: RequestOptions,
    accept?: string,
  ): Promise<Sent> {
    const configuration = this.#configuration;
    const own = this.#options;
    const { id, security = [] } = operation;
    const secrets = pickSecrets(
      security,
      this.#secrets,
      configuration.credentials,
    );
    const node = runtimeName();
    const request = await buildRequest(operation, args as Arguments, options, {
      baseURL: this.baseURL,
      defaults: own,
      accept,
      agent: node && `${configuration.name}/${configuration.version} ${node}`,
    });
    const limits = {
      timeout: options.timeout ?? own.timeout ?? configuration.timeout,
      deadline: options.deadline ?? own.deadline,
      retries: options.maxRetries ?? own.maxRetries ?? configuration.maxRetries,
      signal: options.signal,
    };
    return {
      ...(await sendWithRetries(request, secrets, limits, this.#sender)),
      idleTimeout: own.idleTimeout ?? configuration.idleTimeout,
      check(status, value) {
        const problem = own.strict?.(id, status, value);
        if (problem) throw new APIResponseValidationError(problem, value);
      },
    };
  }
}
