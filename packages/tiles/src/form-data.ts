/** A file of a form. */
interface FormFile {
  name: string;
  body: Uint8Array;
  media: string;
}

/** Never the beginning of a line of a file, for all that chance can do. */
const boundary = 'severe-EwRrYkZs6eXcVt0pQm2Jd9';

/** `Content-Type` of what `formDataOf` writes. */
export const formDataMedia = `multipart/form-data; boundary=${boundary}` as const;

/** Files as `multipart/form-data` (RFC 7578), which browsers and most languages read without a library. */
export function formDataOf(files: readonly FormFile[]): Uint8Array {
  const parts = files.flatMap(({ name, body, media }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name.replaceAll('/', '-')}"\r\n` +
        `Content-Type: ${media}\r\n\r\n`,
      'latin1',
    ),
    body,
    lineEnd,
  ]);
  return Buffer.concat([...parts, end]);
}

const lineEnd = Buffer.from('\r\n');
const end = Buffer.from(`--${boundary}--\r\n`);
