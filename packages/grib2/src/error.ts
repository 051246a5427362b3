/** The kind of problem, for comparison in code. */
export type Grib2ErrorCode =
  | 'not-grib2' // no message, or another edition
  | 'truncated' // the bytes end before what they declare
  | 'damaged' // the bytes contradict themselves or a checksum
  | 'unsupported' // well-formed, but a template or form that is not supported
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
