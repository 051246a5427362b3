import { Grib2Error } from './error.ts';
import type { Section } from './section.ts';

/** Originating centre, kind and reference time of a message, as numbers of the code tables. */
export interface Identification {
  /** Common table C-11: 7 is NCEP, 161 the producer of MRMS. */
  centre: number;
  subcentre: number;
  /** Table 1.0; 255 when only local tables are used. */
  masterTables: number;
  localTables: number;
  /** Table 1.2: 0 analysis, 1 start of forecast, 3 observation time. */
  significance: number;
  referenceAt: Date;
}

/** Octets 6 to 19 of section 1. */
export function readIdentification(section1: Section): Identification {
  return {
    centre: section1.u16(6),
    subcentre: section1.u16(8),
    masterTables: section1.u8(10),
    localTables: section1.u8(11),
    significance: section1.u8(12),
    referenceAt: readTime(section1, 13),
  };
}

/**
 * Year (two octets), month, day, hour, minute and second, UTC.
 *
 * @throws {Grib2Error} `damaged` if the time does not exist; a leap second is read as the second after it
 */
export function readTime(section: Section, octet: number): Date {
  const [year, month, day] = [section.u16(octet), section.u8(octet + 2), section.u8(octet + 3)];
  const [hour, minute, second] = [section.u8(octet + 4), section.u8(octet + 5), section.u8(octet + 6)];
  const isDate = new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1; // others run into another month
  if (isDate && hour < 24 && minute < 60 && second <= 60) {
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  }
  const found = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  throw new Grib2Error('damaged', `section ${section.number} holds the time ${found}, which does not exist`);
}
