import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { hrrrProducts, type ModelSource } from '@severe/catalogue';
import { expect } from 'chai';
import { findRecord, parseIdx } from '../../src/feeds/model/idx.ts';
import { sharedFile } from '@severe/testing/shared';

const inventory = [
  '1:0:d=2022101409:REFC:entire atmosphere:5 hour fcst:',
  '2:100:d=2022101409:APCP:surface:0-5 hour acc fcst:',
  '3:250:d=2022101409:APCP:surface:4-5 hour acc fcst:',
  '4.1:400:d=2022101409:UGRD:10 m above ground:5 hour fcst:',
  '4.2:400:d=2022101409:VGRD:10 m above ground:5 hour fcst:',
  '5:900:d=2022101409:TMP:2 m above ground:5 hour fcst:',
].join('\n');

describe('feeds/model/idx', () => {
  it('ends a message at the start of the next one, and the last at the end of the file', () => {
    const lines = parseIdx(inventory);
    expect(lines.map(({ first, last }) => [first, last])).to.deep.equal([
      [0, 99],
      [100, 249],
      [250, 399],
      [400, 899], // submessages share their range
      [400, 899],
      [900, undefined],
    ]);
  });

  it('distinguishes the sum of an hour from that of the run', () => {
    const record = { parameter: 'APCP', level: 'surface', over: 'hour-sum', made: 'model' } as const;
    expect(findRecord(parseIdx(inventory), record, 5)?.first).to.equal(250);
    expect(findRecord(parseIdx(inventory), record, 0)).to.equal(undefined);
  });

  it('rejects any other text', () => {
    for (const bad of ['', '<html>404</html>', '1:x:d=2022101409:TMP:surface:anl:', '1:0:TMP:surface:anl:']) {
      expect(() => parseIdx(bad), bad).to.throw(DataError);
    }
    expect(() => parseIdx('1:900:d=1:TMP:surface:anl:\n2:100:d=1:TMP:surface:anl:')).to.throw('offset 100 after 900');
  });

  it('finds every field of the catalogue in real inventories', function () {
    const forecast = parseIdx(
      readFileSync(sharedFile(this, 'data/upstream/hrrr/20221014_hrrr.t09z.wrfsfcf05.grib2.idx'), 'utf8'),
    );
    const analysis = parseIdx(
      readFileSync(sharedFile(this, 'data/upstream/hrrr/20221014_hrrr.t01z.wrfsfcf00.grib2.idx'), 'utf8'),
    );
    for (const { id, source } of hrrrProducts) {
      for (const record of (source as ModelSource).records) {
        expect(findRecord(forecast, record, 5), `${id} at 5 h`).to.be.an('object');
        const atStart = findRecord(analysis, record, 0);
        expect(atStart !== undefined, `${id} in the analysis`).to.equal(record.over === 'instant');
      }
    }
  });
});
