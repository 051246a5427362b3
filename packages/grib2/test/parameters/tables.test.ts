import { hrrrProducts, radarProducts } from '@severe/catalogue';
import { expect } from 'chai';
import { common } from '../../src/parameters/common.ts';
import { ecmwf } from '../../src/parameters/ecmwf.ts';
import { findParameter } from '../../src/parameters/index.ts';
import { mrms } from '../../src/parameters/mrms.ts';
import { ncep } from '../../src/parameters/ncep.ts';
import { ndfd } from '../../src/parameters/ndfd.ts';
import type { ParameterTable } from '../../src/parameters/table.ts';

const tables: Record<string, ParameterTable> = { common, ecmwf, mrms, ncep, ndfd };
const rows = Object.entries(tables).flatMap(([table, lists]) =>
  Object.entries(lists).flatMap(([discipline, list]) => list.map((row) => ({ table, discipline, row }))),
);

describe('parameters', () => {
  it('have numbers that occur once in a table, local ones from 192 on', () => {
    const keys = rows.map(
      ({ table, discipline, row: [category, number] }) => `${table} ${discipline}/${category}/${number}`,
    );
    expect(new Set(keys).size).to.equal(keys.length);
    for (const { table, discipline, row } of rows) {
      const isLocal = Number(discipline) >= 192 || row[0] >= 192 || row[1] >= 192;
      expect(isLocal, row[2]).to.equal(table !== 'common');
    }
  });

  it('of a product have one meaning: its abbreviation stands for nothing else', () => {
    const wanted = new Set([...hrrrProducts, ...radarProducts].flatMap(({ source }) =>
      'records' in source ? source.records.map(({ parameter }) => parameter) : [],
    )); // prettier-ignore
    const twice = [...wanted].flatMap((id) => {
      const [first, ...others] = rows.filter(
        ({ row, table }) => row[2] === id && (id === 'VIL') === (table === 'mrms'),
      );
      return others.filter(({ row }) => row[3] !== first.row[3]).map(({ row }) => row);
    });
    expect(twice).to.deep.equal([]);
  });

  it('are found by the tables of their centre', () => {
    expect(findParameter(0, 98, { category: 1, number: 193 }).id).to.equal('TP');
    expect(findParameter(0, 7, { category: 1, number: 193 }).id).to.equal('CFRZR');
    expect(findParameter(0, 8, { category: 1, number: 193 }).id).to.equal('PPI');
    expect(findParameter(0, 54, { category: 1, number: 193 })).to.deep.equal({
      id: '0/1/193',
      name: '0/1/193',
      units: undefined,
    });
    expect(findParameter(0, 54, { category: 7, number: 6 }).id).to.equal('CAPE');
  });
});
