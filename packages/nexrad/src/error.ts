/** Error code for programs. */
export type NexradErrorCode =
  | 'not-nexrad' // neither a volume nor a product
  | 'truncated' // the bytes end before what they declare
  | 'damaged' // the bytes contradict themselves or a checksum
  | 'unsupported' // well-formed, but not a supported form
  | 'too-large'; // beyond the limits of `limits.ts`

/** Bytes that are not readable as NEXRAD data. The message names what was found and what was needed. */
export class NexradError extends Error {
  readonly code: NexradErrorCode;

  constructor(code: NexradErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NexradError';
    this.code = code;
  }
}
