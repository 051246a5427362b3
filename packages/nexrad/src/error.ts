/** What was wrong, in a word that code can compare. */
export type NexradErrorCode =
  | 'not-nexrad' // neither a volume nor a product
  | 'truncated' // the bytes end before what they declare
  | 'damaged' // the bytes contradict themselves or a checksum
  | 'unsupported' // well-formed as far as seen, but of a form that is not known here
  | 'too-large'; // beyond the limits of `limits.ts`

/** Bytes that cannot be read as NEXRAD data. The message names what was found and what was needed. */
export class NexradError extends Error {
  readonly code: NexradErrorCode;

  constructor(code: NexradErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NexradError';
    this.code = code;
  }
}
