import { json as writeJson } from "./bodies.js";
import { readAnswer } from "./calls.js";
import {
  type ClientOptions,
  type ClientSettings,
  type Configuration,
  findBaseURL,
  findSecrets,
  pickSecrets,
  withDefined,
} from "./configuration.js";
import type { Secret } from "./credentials.js";
import { readEnvironment } from "./environment.js";
import { APIResponseValidationError } from "./errors.js";
import type { LogLevel } from "./logging.js";
import type { Arguments, Operation, RequestOptions } from "./operations.js";
import { APIPromise } from "./promise.js";
import { buildRequest } from "./requests.js";
import { type Sent, sendWithRetries } from "./sending.js";

/** Makes calls. A generated client says what is fixed about its API. */
export abstract class APIClient<Options extends ClientOptions = ClientOptions> {
  readonly baseURL: string;
  // Private, so that printing a client shows no secret.
  readonly #settings: ClientSettings;
  readonly #secrets: Record<string, Secret>;

  constructor(configuration: Configuration, options: Options) {
    const settings = withDefined(
      {
        ...configuration,
        fetch: (input: RequestInfo | URL, init?: RequestInit) =>
          fetch(input, init),
        logger: console,
        // A level that does not exist lets nothing through.
        logLevel: readEnvironment(configuration.logVariable) as LogLevel,
      },
      options,
    );
    this.#settings = settings;
    this.#secrets = findSecrets(settings);
    this.baseURL = findBaseURL(settings);
  }

  /** A client like this one but for some options. */
  withOptions(options: Options): this {
    const make = this.constructor as new (options: Options) => this;
    return new make({ ...(this.#settings as unknown as Options), ...options });
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
    const settings = withDefined(this.#settings, options);
    const secrets = pickSecrets(
      operation.security ?? [],
      this.#secrets,
      settings.credentials,
    );
    const request = await buildRequest(
      operation,
      args as Arguments,
      settings,
      this.baseURL,
      accept,
    );
    return {
      ...(await sendWithRetries(request, secrets, settings, this.baseURL)),
      idleTimeout: settings.idleTimeout,
      check(status, value, mediaType = "") {
        const { id } = operation;
        const problem = settings.strict?.(id, status, value, mediaType);
        if (problem) throw new APIResponseValidationError(problem, value);
      },
    };
  }
}
