import { absentSize, putAbsent } from './advect.ts';
import { borrowParts, handOver } from './pool.ts';

/** Codes of a grid, row by row. */
interface Codes {
  width: number;
  height: number;
  packed: Uint16Array;
  /** Codes without a value. */
  absent: readonly number[];
}

/**
 * Means of five samples along the rows and then down the columns. Codes beside one without a value stay.
 *
 * @param distance of the outer samples, in cells
 * @returns codes to be given back
 */
export function fadeCodes({ width, height, packed, absent }: Codes, distance: number): Uint16Array {
  const near = Math.floor(distance);
  const far = near + 1;
  const share = distance - near;
  const bytes = packed.byteLength;
  const { space, parts } = borrowParts({ codes: bytes, along: bytes, isAbsent: absentSize });
  const { run } = space;
  const { codes, along, isAbsent } = parts;
  putAbsent(space, isAbsent, absent);
  space.shorts(codes).set(packed);
  space.shorts(along).set(packed);
  for (let start = 0; start < packed.length; start += width)
    run.fadeCells(codes.at, start + far, start + width - far, near, far, share, isAbsent.at, along.at);
  space.octets(codes).set(space.octets(along));
  run.fadeCells(
    along.at, far * width, (height - far) * width, near * width, far * width, share, isAbsent.at, codes.at,
  ); // prettier-ignore
  return handOver(space, space.shorts(codes));
}
