import { Octets } from './octets.ts';

/** Originating centre, kind and reference time of the message, as numbers of the code tables. */
export interface Identification {
  /** Table 0.0. */
  discipline: number;
  /** Common table C-11. */
  centre: number;
  subcentre?: number;
  /** Table 1.0; 255 when only local tables are used. */
  masterTables: number;
  localTables: number;
  /** Table 1.2: 0 analysis, 1 start of forecast, 3 observation time. */
  significance: number;
  /** Table 1.3: 0 operational, 1 test, 2 research. */
  status?: number;
  /** Table 1.4: 1 forecast, 7 processed radar observations. */
  dataType: number;
  /** Truncated to whole seconds. */
  referenceAt: Date;
}

/** Identification of the MRMS mosaics. */
export const mrmsOrigin = {
  discipline: 209,
  centre: 161,
  masterTables: 255,
  localTables: 1,
  significance: 3,
  status: 0,
  dataType: 7,
} as const;

/** Identification of the HRRR model. */
export const hrrrOrigin = {
  discipline: 0,
  centre: 7,
  masterTables: 2,
  localTables: 1,
  significance: 1,
  status: 0,
  dataType: 1,
} as const;

/** Section 1. */
export function identificationSection(from: Identification): Uint8Array {
  const section = new Octets(1, 21)
    .u16(6, from.centre)
    .u16(8, from.subcentre ?? 0)
    .u8(10, from.masterTables)
    .u8(11, from.localTables)
    .u8(12, from.significance)
    .u8(20, from.status ?? 0)
    .u8(21, from.dataType);
  return putTime(section, 13, from.referenceAt).bytes;
}

/** Writes year (two octets), month, day, hour, minute and second, UTC. */
export function putTime(section: Octets, octet: number, at: Date): Octets {
  return section
    .u16(octet, at.getUTCFullYear())
    .u8(octet + 2, at.getUTCMonth() + 1)
    .u8(octet + 3, at.getUTCDate())
    .u8(octet + 4, at.getUTCHours())
    .u8(octet + 5, at.getUTCMinutes())
    .u8(octet + 6, at.getUTCSeconds());
}
