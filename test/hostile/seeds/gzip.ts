import { gzipSync } from 'node:zlib';
import { spatial } from '@severe/grib2/testing/seeds';
import { plainVolume } from '@severe/nexrad/testing/seeds';

export const gzipSeeds: Record<string, Uint8Array> = {
  'a gzipped message': gzipSync(spatial),
  'a gzipped volume': gzipSync(plainVolume),
  'two gzip members': Buffer.concat([gzipSync(plainVolume.subarray(0, 900)), gzipSync(plainVolume.subarray(900))]),
};
