import { DataError } from '@severe/base';

/**
 * The raw file of a run of the nowcast: the value files of the frames from which it is made. Echoes of every mosaic move alike, so
 * motion is found from the composite alone.
 */
export interface NowcastInputs {
  /** Frames of the composite, the newest first. */
  past: { at: string; valuesKey: string }[];
  /** The frame of each mosaic that is moved: that of the newest time. */
  moved: { product: string; valuesKey: string }[];
}

/** The ending of the keys of inputs, by which they differ from providers' files. */
export const inputsEnding = 'json';

export const isInputs = (rawKey: string): boolean => rawKey.endsWith(`.${inputsEnding}`);

/** @throws {DataError} `inputs` */
export function parseInputs(bytes: Uint8Array, key: string): NowcastInputs {
  try {
    const { past, moved } = JSON.parse(Buffer.from(bytes).toString()) as NowcastInputs;
    if (past.length > 0 && moved.length > 0) return { past, moved };
  } catch (error) {
    throw new DataError('inputs', `${key} is not a list of frames`, { cause: error });
  }
  throw new DataError('inputs', `${key} names no frames`);
}
