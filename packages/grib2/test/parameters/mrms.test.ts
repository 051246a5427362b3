import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { findParameter } from '../../src/parameters/index.ts';
import { common } from '../../src/parameters/common.ts';
import { mrms } from '../../src/parameters/mrms.ts';
import { ncep } from '../../src/parameters/ncep.ts';

/** Units that the user table prints for pure numbers. */
const pureNames = new Set(['non-dim', 'n/a']);

describe('parameters', () => {
  it('of MRMS are all those of its user table', function () {
    const table = sharedFile(this, 'data/upstream/mrms/UserTable_MRMS_v12.2.csv');
    const rows = readFileSync(table, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const listed = rows.filter(([discipline, , , name]) => discipline === '209' && !name.endsWith('5km')); // 5km: the same number
    expect(listed).to.have.length.above(140);
    for (const [, category, number, name, , unit] of listed) {
      const found = findParameter(209, 161, { category: Number(category), number: Number(number) });
      expect([found.id, found.units]).to.deep.equal([name.trim(), pureNames.has(unit) ? '' : unit]);
    }
    expect(mrms[209]).to.have.length(listed.length);
  });

  it('below 192 are common to all centres, and others local to theirs', () => {
    const idOf = (centre: number, category: number, number: number, discipline = 0) =>
      findParameter(discipline, centre, { category, number }).id;
    expect([idOf(7, 1, 8), idOf(98, 1, 8), idOf(161, 1, 8)]).to.deep.equal(['APCP', 'APCP', 'APCP']);
    expect([idOf(7, 1, 192), idOf(98, 1, 192)]).to.deep.equal(['CRAIN', '0/1/192']);
    expect(idOf(7, 192, 0)).to.equal('0/192/0');
    expect([idOf(7, 1, 8, 192), idOf(161, 10, 0, 209)]).to.deep.equal(['192/1/8', 'MergedReflectivityQCComposite']);
    expect([idOf(7, 1, 8, 77), idOf(7, 1, 250)]).to.deep.equal(['77/1/8', '0/1/250']);
  });

  it('have a number each', () => {
    for (const table of [common, ncep, mrms]) {
      for (const rows of Object.values(table)) {
        const numbers = rows.map(([category, number]) => `${category}/${number}`);
        expect([...new Set(numbers)]).to.deep.equal(numbers);
      }
    }
  });
});
