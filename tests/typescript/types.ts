/** What the types of the Scale package promise; compiled, never run. */
import {
  type ChatCompletion,
  type ChatCompletionChunk,
  type ChatCompletionCreateParams,
  type InferenceModelVendor,
  ScaleSGP,
  type Stream,
} from "../src/index.js";

const client = new ScaleSGP();
const params: ChatCompletionCreateParams = { model: "m", messages: [] };

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

export async function overloads(streaming: boolean): Promise<void> {
  const plain = await client.chat.completions.create({
    model: "m",
    messages: [],
  });
  const streamed = await client.chat.completions.create({
    ...params,
    stream: true,
  });
  const either = await client.chat.completions.create({
    ...params,
    stream: streaming,
  });
  true satisfies Same<typeof plain, ChatCompletion>;
  true satisfies Same<typeof streamed, Stream<ChatCompletionChunk>>;
  true satisfies Same<
    typeof either,
    ChatCompletion | Stream<ChatCompletionChunk>
  >;
}

export function narrowing(completion: ChatCompletion): string[] {
  return completion.choices.flatMap(({ message }) =>
    (message.tool_calls ?? []).map((call) => {
      if (call.type === "function") return call.function.name;
      true satisfies Same<typeof call.type, "custom">;
      return call.custom.input;
    }),
  );
}

// An open enum takes values that are not known yet, and completes those that are.
export const vendors: InferenceModelVendor[] = ["openai", "a new one"];
// @ts-expect-error no number is a vendor
export const wrong: InferenceModelVendor = 1;

// Missing, undefined and null are three things.
export const nothing: ChatCompletionCreateParams = { ...params, n: null };
// @ts-expect-error undefined must be left out
export const undefined_: ChatCompletionCreateParams = {
  ...params,
  n: undefined,
};
// @ts-expect-error the model is missing
export const incomplete: ChatCompletionCreateParams = { messages: [] };
