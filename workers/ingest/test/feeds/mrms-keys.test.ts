import { expect } from 'chai';
import { keyAt, validTimeOf } from '../../src/feeds/mrms/keys.ts';

describe('feeds/mrms/keys', () => {
  it('names a frame by the minute and ignores seconds', () => {
    const at = validTimeOf('CONUS/VIL_00.50/20260520/MRMS_VIL_00.50_20260520-221841.grib2.gz');
    expect(at?.toISOString()).to.equal('2026-05-20T22:18:00.000Z');
  });

  it('returns undefined for other keys', () => {
    for (const key of ['CONUS/VIL_00.50/', 'x_20260520-2218.grib2.gz', 'x_20261320-221841.grib2.gz', '']) {
      expect(validTimeOf(key), key).to.equal(undefined);
    }
  });

  it('creates keys that sort by time', () => {
    const at = new Date('2026-05-20T22:18:41Z');
    expect(keyAt('VIL_00.50', at)).to.equal('CONUS/VIL_00.50/20260520/MRMS_VIL_00.50_20260520-221841.grib2.gz');
  });
});
