/** Octets of section 3 that several templates share: sizes, corners and steps of rows and columns. */
import { positiveAngle, wrapLongitude } from '@severe/projection';
import { Grib2Error } from '../error.ts';
import { limits } from '../limits.ts';
import type { Section } from '../section.ts';
import { Scan } from './scan.ts';

/** Columns and rows (octets 31 to 38), checked against the number of points of the section. */
export function readSize(section3: Section): { width: number; height: number } {
  const points = section3.u32(7);
  const width = section3.optionalU32(31);
  const height = section3.optionalU32(35);
  if (width === undefined || height === undefined || section3.u8(11) !== 0) {
    throw new Grib2Error(
      'unsupported',
      'the rows of the grid differ in length; this template is read with equal rows only',
    );
  }
  if (width * height !== points || points === 0) {
    throw new Grib2Error('damaged', `a grid of ${width} × ${height} cannot have the declared ${points} points`);
  }
  if (points > limits.points) {
    throw new Grib2Error('too-large', `a grid of ${points} points; at most ${limits.points} are read`);
  }
  return { width, height };
}

/**
 * Points per row around the earth, from the list that follows the octets of the template.
 *
 * @param octet of the first length
 * @see WMO-No. 306, Manual on Codes, Volume I.2, regulation 92.2.1 and table 3.11
 */
export function readLengths(section3: Section, octet: number): number[] {
  const [octets, rows, meaning] = [section3.u8(11), section3.u32(35), section3.u8(12)];
  const read = lengthReaders[octets];
  if (meaning !== 1 || !read) {
    const found = `lengths of rows in ${octets} octets with meaning ${meaning} (table 3.11)`;
    throw new Grib2Error('unsupported', `${found}; 1, 2 or 4 octets with meaning 1 are read`);
  }
  const needed = octet - 1 + rows * octets;
  if (section3.length < needed) {
    throw new Grib2Error(
      'truncated',
      `section 3 has ${section3.length} octets, ${rows} lengths of rows need ${needed}`,
    );
  }
  if (section3.u8(72) !== 0) {
    throw new Grib2Error('unsupported', `scanning mode ${section3.u8(72)} in a grid whose rows differ in length`);
  }
  const lengths = Array.from({ length: rows }, (_, row) => read(section3, octet + row * octets));
  const [sum, points] = [lengths.reduce((total, length) => total + length, 0), section3.u32(7)];
  if (sum === points && points > 0 && points <= limits.points) return lengths;
  throw new Grib2Error('damaged', `rows of ${sum} points in total; ${points} points are declared`);
}

/** By the number of octets of a length. */
const lengthReaders: Record<number, (section: Section, octet: number) => number> = {
  1: (section, octet) => section.u8(octet),
  2: (section, octet) => section.u16(octet),
  4: (section, octet) => section.u32(octet),
};

/** Size and scan of a grid as one row of all its points. */
export function singleRow(points: number): { width: number; height: number; scan: Scan } {
  return { width: points, height: 1, scan: new Scan(0, points, 1) };
}

/** The unit of angles in degrees: a millionth, or the basic angle divided by its subdivisions (octets 39 to 46). */
function angleUnit(section3: Section): number {
  const basic = section3.optionalU32(39) ?? 0;
  const subdivisions = section3.optionalU32(43) ?? 0;
  return basic === 0 || subdivisions === 0 ? 1e-6 : basic / subdivisions;
}

/** Latitudes of the first and the last row (octets 47 and 56). */
export function readLatitudes(section3: Section): { firstLat: number; lastLat: number } {
  const unit = angleUnit(section3);
  const firstLat = section3.s32(47) * unit;
  if (Math.abs(firstLat) > 90.001) throw new Grib2Error('damaged', `the first point is at latitude ${firstLat}`);
  return { firstLat, lastLat: section3.s32(56) * unit };
}

/** Longitude of the first column (octet 51). */
export function readFirstLongitude(section3: Section): number {
  return wrapLongitude(section3.s32(51) * angleUnit(section3));
}

/** The step between rows, positive in the direction of scanning. */
export function readLatitudeStep(section3: Section, northwards: 1 | -1, height: number): number {
  const { firstLat, lastLat } = readLatitudes(section3);
  return chooseStep(givenStep(section3, 68, 0x10), angleUnit(section3), (lastLat - firstLat) * northwards, height);
}

/** Longitude of the first column, the degrees from there to the last one in scan direction, and the signed step. */
export function readColumns(section3: Section, scan: Scan): { firstLon: number; span: number; stepLon: number } {
  const unit = angleUnit(section3);
  const firstLon = readFirstLongitude(section3);
  const lastLon = wrapLongitude(section3.s32(60) * unit);
  const span = positiveAngle((lastLon - firstLon) * scan.eastwards);
  const stepLon = chooseStep(givenStep(section3, 64, 0x20), unit, span, scan.width);
  return { firstLon, span, stepLon: stepLon * scan.eastwards };
}

function givenStep(section3: Section, octet: number, flag: number): number | undefined {
  return section3.u8(55) & flag ? section3.optionalU32(octet) : undefined;
}

/**
 * Increments take precedence over corners: some providers round corners carelessly, and around the whole earth the
 * corners coincide. If the two differ by more than half a step, the positions of the points are ambiguous.
 */
function chooseStep(given: number | undefined, unit: number, span: number, points: number): number {
  const between = points > 1 ? span / (points - 1) : 0;
  if (!given) return between;
  const step = given * unit;
  if (between <= 0 || Math.abs(step * (points - 1) - span) <= step / 2) return step;
  const corners = `its first and last points are ${span} degrees apart`;
  throw new Grib2Error('damaged', `${points} points in steps of ${step} degrees do not fit the grid: ${corners}`);
}
