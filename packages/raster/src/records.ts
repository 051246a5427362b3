/** What the records of a GRIB2 file hold, without their values. */
export { checkRecords, type RecordName } from './read/check-records.ts';
export { checkTimes, type FrameTimes } from './read/check-records.ts';
export { readRecords } from './read/read-records.ts';
