import { expect } from 'chai';
import {
  leadOfKey,
  lastHourOf,
  modelFileKey,
  modelProducts,
  modelRunPrefix,
  models,
  type ModelSource,
} from '../src/index.ts';

const runAt = new Date('2026-10-20T12:00:00Z');

describe('model-files', () => {
  it('have the names of the buckets', () => {
    expect(modelFileKey(models.hrrr, runAt, 7)).to.equal('hrrr.20261020/conus/hrrr.t12z.wrfsfcf07.grib2');
    expect(modelFileKey(models.rrfs, runAt, 7)).to.equal('rrfs.20261020/12/rrfs.t12z.2dfld.3km.f007.conus.grib2');
    expect(modelRunPrefix(models.rrfs, runAt)).to.equal('rrfs.20261020/12/rrfs.t12z.2dfld.3km.f');
  });

  it('tell their forecast hour, and are not confused with other files of the run', () => {
    for (const model of Object.values(models)) {
      for (const lead of [0, 9, 48]) {
        const key = modelFileKey(model, runAt, lead);
        expect(leadOfKey(model, runAt, key)).to.equal(lead);
        expect(leadOfKey(model, runAt, `${key}.idx`, '.idx')).to.equal(lead);
        expect(leadOfKey(model, runAt, `${key}.idx`)).to.equal(undefined);
      }
    }
    const folder = 'rrfs.20261020/12/rrfs.t12z';
    for (const other of [
      '2dfld.3km.subh.f001.conus',
      '2dfld.3km.f001.ak',
      'prslev.3km.f001.conus',
      '2dfld.3km.f01.conus',
    ]) {
      expect(leadOfKey(models.rrfs, runAt, `${folder}.${other}.grib2`), other).to.equal(undefined);
    }
  });

  it('of RRFS reach 84 hours every six hours, and name one level otherwise', () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 9, 20, hour));
    expect([0, 3, 6, 21].map((hour) => lastHourOf(models.rrfs, at(hour)))).to.deep.equal([84, 18, 84, 18]);
    const levels = (id: 'hrrr' | 'rrfs') =>
      modelProducts[id].flatMap(({ source }) => (source as ModelSource).records.map(({ level }) => level));
    const differing = levels('rrfs').filter((level, i) => level !== levels('hrrr')[i]);
    expect(differing).to.deep.equal(['entire atmosphere (considered as a single layer)']);
  });
});
