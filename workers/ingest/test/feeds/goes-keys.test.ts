import { satellites } from '@severe/catalogue';
import { expect } from 'chai';
import { hourPrefix, scanTimeOf } from '../../src/feeds/goes/keys.ts';

const folder = 'ABI-L2-MCMIPC';
const key = (product: string, satellite: string, start: string) =>
  `${folder}/2026/140/22/OR_${product}-M6_${satellite}_s${start}_e20261402218549_c20261402219224.nc`;

describe('feeds/goes keys', () => {
  it('give the minute of the scan by the day of the year', () => {
    const timeOf = (start: string) => scanTimeOf(key(folder, 'G19', start), folder, satellites.east)?.toISOString();
    expect(timeOf('20261402216176')).to.equal('2026-05-20T22:16:00.000Z');
    expect(timeOf('20263652359599')).to.equal('2026-12-31T23:59:00.000Z');
    expect(timeOf('20243660001000')).to.equal('2024-12-31T00:01:00.000Z');
    for (const wrong of [
      '20260002216176',
      '20263662216176',
      '20243672216176',
      '20261402416176',
      '20261402261000',
      '2026140221617',
    ]) {
      expect(timeOf(wrong), wrong).to.equal(undefined);
    }
  });

  it('are parsed for the requested product and satellite only', () => {
    const start = '20261402216176';
    expect(scanTimeOf(key(folder, 'G18', start), folder, satellites.east)).to.equal(undefined);
    expect(scanTimeOf(key(folder, 'G18', start), folder, satellites.west)).to.not.equal(undefined);
    expect(scanTimeOf(key('ABI-L2-CMIPC', 'G19', start), folder, satellites.east)).to.equal(undefined);
    expect(scanTimeOf(`${folder}/index.html`, folder, satellites.east)).to.equal(undefined);
  });

  it('are in hourly folders', () => {
    expect(hourPrefix(folder, new Date('2026-05-20T22:59:59Z'))).to.equal('ABI-L2-MCMIPC/2026/140/22/');
    expect(hourPrefix(folder, new Date('2024-12-31T03:00:00Z'))).to.equal('ABI-L2-MCMIPC/2024/366/03/');
    expect(hourPrefix(folder, new Date('2026-01-01T00:00:00Z'))).to.equal('ABI-L2-MCMIPC/2026/001/00/');
  });
});
