import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import type { FrameName } from '@severe/catalogue';
import { encodeVolume } from '@severe/nexrad/write';
import { choosePage, openPolar, readPage, sampleSweep } from '@severe/raster/polar';
import { expect } from 'chai';
import { storm, twinLakes, volumeFile } from '@severe/nexrad/testing/radar-volume';
import { sharedFile } from '@severe/testing/shared';
import { makeVolume } from '../src/make-volume.ts';
import { runFrameJob } from '../src/run-job.ts';
import { openTestStores } from './support/test-stores.ts';

const startedAt = new Date('2026-05-20T22:17:04Z');
const frame: FrameName = { family: 'nexrad', product: 'KTLX', runAt: null, validAt: startedAt };
const open = (values: Uint8Array) => openPolar(async (start, length) => values.subarray(start, start + length));

describe('make-volume', () => {
  it('stores every sweep and moment of a volume with the position of its radar', async () => {
    const { values } = makeVolume(frame, volumeFile(startedAt));
    const { pages, site, station, startedAt: began } = await open(values);
    expect({ station, began }).to.deep.equal({ station: 'KTLX', began: startedAt.getTime() });
    expect(pages.map(({ moment, cutDeg }) => `${moment} ${cutDeg}`)).to.deep.equal([
      'REF 0.5',
      'RHO 0.5',
      'VEL 0.5',
      'SW 0.5',
      'REF 3.1',
      'ZDR 3.1',
    ]);
    const page = choosePage(pages, 'REF', 0.5)!;
    const sweep = readPage(page, values.subarray(page.strip.start, page.strip.start + page.strip.length));
    // 60 km to the north-east
    const place = { lat: twinLakes.lat + 0.382, lon: twinLakes.lon + 0.469 };
    expect(sampleSweep(site, sweep, sweep.moments.get('REF')!, place)).to.include({ status: 'ok', value: storm.dbz });
  });

  it('uses the site table for volumes without a position', async function () {
    const old = readFileSync(sharedFile(this, 'data/raster/nexrad/KTLX19990503_235621.gz'));
    const { site, pages } = await open(makeVolume({ ...frame, validAt: new Date('1999-05-03T23:56:21Z') }, old).values);
    expect(site).to.include({ lat: 35.33336, lon: -97.27776, towerM: 0 });
    expect(pages.length).to.be.greaterThan(10);
  });

  it('refuses another format, another site, another time, another position, and an empty volume', () => {
    const refused = (raw: Uint8Array, name = frame) => {
      try {
        makeVolume(name, raw);
      } catch (error) {
        expect(error).to.be.instanceOf(DataError);
        return (error as DataError).code;
      }
      return 'taken';
    };
    expect(refused(Buffer.from('<html></html>'))).to.equal('nexrad-not-nexrad');
    expect(refused(volumeFile(startedAt, { station: 'KINX' }))).to.equal('wrong-site');
    const earlier = volumeFile(new Date('2026-05-20T22:12:40Z'));
    expect(refused(earlier)).to.equal('wrong-time');
    expect(makeVolume({ ...frame, anyTimes: true }, earlier).values.length).to.be.above(0);
    expect(refused(volumeFile(startedAt, { site: { ...twinLakes, lat: 36 } }))).to.equal('wrong-place');
    expect(refused(volumeFile(startedAt), { ...frame, product: 'KXXX' })).to.equal('unknown-site');
    const about = { station: 'KTLX', site: twinLakes, startedAt, number: 1, vcp: 212 };
    expect(refused(encodeVolume({ ...about, sweeps: [] }, 'plain'))).to.equal('no-sweeps');
    expect(refused(volumeFile(startedAt).subarray(0, -1000))).to.equal('nexrad-truncated');
  });

  it('makes a frame of one object, without tiles', async () => {
    const stores = await openTestStores();
    try {
      const id = await stores.receive(frame, volumeFile(startedAt));
      const result = await runFrameJob(id, stores.context());
      expect(result).to.include({ state: 'done', first: true });
      const [row] = await stores.db.frames.all('nexrad');
      expect(row).to.deep.include({ product: 'KTLX', tilesKey: null, tilesBytes: 0, validAt: startedAt });
      expect((await stores.keys()).filter((key) => key.startsWith('frames/'))).to.deep.equal([row.valuesKey]);
    } finally {
      await stores.close();
    }
  });
});
