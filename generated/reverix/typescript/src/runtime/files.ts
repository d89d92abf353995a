/** What can be uploaded: a `File` has a name, a `Blob` or bytes have none. */
export type FileInput =
  | Blob
  | ArrayBuffer
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array<ArrayBuffer>>
  | Response
  | FileWithName;

/** What can be a whole body: text too. */
export type BinaryInput = FileInput | string;

/** Contents with a name and, when it matters, a media type. */
export interface FileWithName {
  name: string;
  content:
    | string
    | Blob
    | ArrayBuffer
    | Uint8Array<ArrayBuffer>
    | ReadableStream<Uint8Array<ArrayBuffer>>
    | Response;
  type?: string;
}

/** Whether `value` is file contents rather than data. */
export function isFile(value: unknown): value is FileInput {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    value instanceof Uint8Array ||
    value instanceof ReadableStream ||
    value instanceof Response ||
    isFileWithName(value)
  );
}

function isFileWithName(value: unknown): value is FileWithName {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "content" in value
  );
}

/**
 * Makes a `File` of any input; reads streams to their end. `unnamed` is the
 * name of what has none.
 */
export async function toFile(
  input: FileInput | string,
  name?: string,
  type?: string,
  unnamed = "upload",
): Promise<File> {
  if (isFileWithName(input)) {
    return toFile(
      input.content as FileInput | string,
      name ?? input.name,
      type ?? input.type,
    );
  }
  if (input instanceof File && name === undefined && type === undefined) {
    return input;
  }
  const given = input instanceof File ? input.name : undefined;
  const blob = await toBlob(input);
  return new File([blob], name ?? given ?? unnamed, {
    type: type ?? (blob.type || "application/octet-stream"),
  });
}

async function toBlob(input: FileInput | string): Promise<Blob> {
  if (input instanceof Blob) return input;
  if (input instanceof Response) return input.blob();
  if (input instanceof ReadableStream) return new Response(input).blob();
  return new Blob([input as BlobPart]);
}
