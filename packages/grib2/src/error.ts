/** What was wrong, in a word that code can compare. */
export type Grib2ErrorCode =
  | 'not-grib2' // no message at all, or another edition
  | 'truncated' // the bytes end before what they declare
  | 'damaged' // the bytes contradict themselves or a checksum
  | 'unsupported' // well-formed as far as seen, but a template or form that is not known here
  | 'too-large'; // beyond the limits of `limits.ts`

/** Bytes that cannot be read as GRIB2. The message names what was found and what was needed. */
export class Grib2Error extends Error {
  readonly code: Grib2ErrorCode;

  constructor(code: Grib2ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Grib2Error';
    this.code = code;
  }
}
