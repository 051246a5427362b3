import { expect } from 'chai';
import { isUsgsTable, parseUsgsTable } from '../../../src/feeds/gauges/parse-usgs-table.ts';
import { refusalOf } from '../../support/refusal.ts';

const columns = {
  agency_cd: 'USGS',
  site_no: '07230000',
  station_nm: 'LITTLE RIVER',
  site_tp_cd: 'ST',
  dec_lat_va: '35.2',
  dec_long_va: '-97.4',
  state_cd: '40',
};
const header = [Object.keys(columns).join('\t'), Object.keys(columns).map(() => '15s').join('\t')]; // prettier-ignore
const site = (change: Partial<typeof columns> = {}) => Object.values({ ...columns, ...change }).join('\t');
const read = (...lines: string[]) => parseUsgsTable([...header, ...lines].join('\n'));
const row = { usgsId: '07230000', name: 'LITTLE RIVER', stateFips: '40', kind: 'ST', lon: -97.4, lat: 35.2 };

describe('gauges/parse-usgs-table', () => {
  it('reads every field of a site', () => {
    expect(read(site())).to.deep.equal({ rows: [row], refused: [], ignored: {} });
  });

  it('reads columns in any order, and no others', () => {
    const turned = (line: string) => line.split('\t').slice(1).toReversed().join('\t');
    const text = ['agency_cd', '5s', 'USGS']
      .map((first, i) => `${first}\t${turned([...header, site()][i])}`)
      .join('\n');
    expect(parseUsgsTable(text).rows).to.deep.equal([row]);
    const few = ['agency_cd\tsite_no\tdec_lat_va\tdec_long_va', '5s\t15s\t16s\t16s', 'USGS\t1\t35.2\t-97.4'].join('\n');
    expect(parseUsgsTable(few).rows).to.deep.equal([{ usgsId: '1', name: null, stateFips: null, kind: null, lon: -97.4, lat: 35.2 }]); // prettier-ignore
  });

  it('passes over comments, blank lines and lines before the header', () => {
    const text = ['# a comment', '', 'words', ...header, '#\tcomment', '  ', site(), ''].join('\r\n');
    expect(parseUsgsTable(text)).to.deep.equal({ rows: [row], refused: [], ignored: {} });
  });

  it('reads several tables, each by its own columns', () => {
    const second = ['agency_cd\tdec_long_va\tdec_lat_va\tsite_no', '5s\t16s\t16s\t15s', 'USGS\t-98\t36\t2'];
    expect(read(site(), ...second).rows).to.deep.equal([
      row,
      { usgsId: '2', name: null, stateFips: null, kind: null, lon: -98, lat: 36 },
    ]);
  });

  it('keeps the first line of a site, and counts other series', () => {
    const { rows, ignored } = read(site(), site({ station_nm: 'OTHER' }), site({ site_no: '2' }));
    expect(rows.map(({ usgsId, name }) => `${usgsId} ${name}`)).to.deep.equal(['07230000 LITTLE RIVER', '2 LITTLE RIVER']); // prettier-ignore
    expect(ignored).to.deep.equal({ 'another series': 1 });
  });

  it('counts sites of other agencies and without a position', () => {
    expect(read(site({ agency_cd: 'OK001' }), site({ dec_lat_va: '', dec_long_va: '' })).ignored).to.deep.equal({ 'of another agency': 1, 'no position': 1 }); // prettier-ignore
  });

  it('refuses sites that lack a field, and names them', () => {
    const { refused } = read(site({ dec_lat_va: '' }), site({ dec_long_va: '' }), site({ site_no: '' }));
    expect(refused).to.deep.equal([
      { what: 'USGS 07230000', why: 'expected dec_lat_va as a number, got null' },
      { what: 'USGS 07230000', why: 'expected dec_long_va as a number, got null' },
      { what: 'USGS ', why: 'expected site_no as text, got ""' },
    ]);
  });

  it('refuses a table without the columns of a site', () => {
    const lacking = (...names: string[]) => `rdb: expected columns ${names.join(', ')}, got `;
    const without = (name: string) => refusalOf(() => parseUsgsTable(header[0].replace(name, 'x')));
    for (const name of ['site_no', 'dec_lat_va', 'dec_long_va']) {
      expect(without(name), name).to.equal(lacking(name) + JSON.stringify(header[0].replace(name, 'x')).slice(0, 60));
    }
    expect(refusalOf(() => parseUsgsTable('words'))).to.equal(`${lacking('site_no', 'dec_lat_va', 'dec_long_va')}"words"`); // prettier-ignore
    expect(refusalOf(() => parseUsgsTable('# words'))).to.equal(`${lacking('site_no', 'dec_lat_va', 'dec_long_va')}""`);
  });

  it('is told from other texts by its header, at the start of a line', () => {
    expect([`# x\n${header[0]}`, 'agency_cd\tsite_no\t'].map(isUsgsTable)).to.deep.equal([true, true]);
    expect(['x agency_cd\tsite_no\t', 'agency_cd\tx\t'].map(isUsgsTable)).to.deep.equal([false, false]);
  });
});
