import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DataError, StartError } from '@severe/base';
import { findProduct } from '@severe/catalogue';
import { expect } from 'chai';
import { elevationFile, radarFile } from '@severe/raster-worker/testing/raw-file';
import { volumeFile } from '@severe/nexrad/testing/radar-volume';
import { abiFile } from '@severe/raster/testing/abi-file';
import { frameOf, namerOf } from '../../src/commands/ingest/frame-of.ts';
import { runCommand } from '../support/run-command.ts';

const composite = findProduct('radar', 'composite-reflectivity')!;
const elevation = findProduct('hrrr', 'elevation')!;

describe('commands/ingest', () => {
  describe('the frame of a file', () => {
    const radar = gunzipSync(radarFile());

    it('comes from the file: the time, and for a model also the run', async () => {
      const at = (iso: string) => new Date(iso);
      expect(await frameOf(radar, composite)).to.deep.equal({
        family: 'radar',
        product: 'composite-reflectivity',
        runAt: null,
        validAt: at('2026-05-20T22:18:00Z'),
      });
      expect(await frameOf(elevationFile(), elevation)).to.deep.equal({
        family: 'hrrr',
        product: 'elevation',
        runAt: at('2026-05-20T22:00:00Z'),
        validAt: at('2026-05-20T22:00:00Z'),
      });
    });

    it('can be set by the caller, to the minute', async () => {
      const { validAt } = await frameOf(radar, composite, { time: new Date('2026-05-20T23:59:59Z') });
      expect(validAt.toISOString()).to.equal('2026-05-20T23:59:00.000Z');
      const { runAt } = await frameOf(elevationFile(), elevation, { time: new Date('2026-05-21T01:00:00Z') });
      expect(runAt?.getUTCHours()).to.equal(22);
    });

    it('comes from a radar volume: its site and start time', () => {
      const startedAt = new Date('2026-05-20T22:17:04Z');
      const frame = { family: 'nexrad', product: 'KTLX', runAt: null, validAt: startedAt };
      const volume = volumeFile(startedAt);
      expect(namerOf('nexrad/KTLX')(volume)).to.deep.equal(frame);
      expect(namerOf('nexrad/tlx')(volume)).to.deep.equal(frame);
      expect(() => namerOf('nexrad/KINX')(volume)).to.throw(DataError, 'of KTLX, not of KINX');
      expect(() => namerOf('nexrad/KTLX')(Buffer.from('<html></html>'))).to.throw(DataError, 'no volume begins here');
      expect(() => namerOf('nexrad/KXXX')).to.throw(StartError, 'unknown radar site KXXX');
    });

    it('comes from a satellite image: the start of its scan', async () => {
      const ir = findProduct('satellite', 'ir')!;
      const frame = { family: 'satellite', product: 'ir', runAt: null, validAt: new Date('2026-05-20T18:16:00Z') };
      expect(await frameOf(await abiFile(), ir)).to.deep.equal(frame);
    });

    it('is that of a file with the records of the product, or of any file on request', async () => {
      const vil = findProduct('radar', 'vil')!;
      const error = await frameOf(radar, vil).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(DataError).with.property('message').that.includes('; VIL at 500 m');
      expect((await frameOf(radar, vil, { anyRecords: true })).product).to.equal('vil');
      const time = new Date('2026-05-20T22:18:00Z');
      const withTime = await frameOf(radar, vil, { time }).catch((thrown: unknown) => thrown);
      expect(withTime).to.be.instanceOf(DataError).with.property('code', 'wrong-records');
      expect((await frameOf(radar.subarray(0, -100), vil, { time })).product, 'its job refuses it').to.equal('vil');
      const ir = await frameOf(radar, findProduct('satellite', 'ir')!).catch((thrown: unknown) => thrown);
      expect(ir).to.be.instanceOf(DataError).with.property('code', 'format');
    });

    it('cannot be read from a GeoTIFF or an unknown format', async () => {
      for (const [bytes, problem] of [
        [Buffer.from('<html></html>'), 'no GRIB message'],
        [Buffer.from('II*\0'), 'use --time'],
      ] as const) {
        const error = await frameOf(bytes, composite).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(DataError).with.property('message').that.includes(problem);
      }
    });
  });

  describe('as a command', function () {
    this.timeout(120_000);
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'severe-ingest-'));
    });
    after(() => rmSync(folder, { recursive: true }));

    const run = (...args: string[]) => runCommand(join(folder, 'data'), 'ingest', ...args);

    const file = (name: string, bytes: Uint8Array) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };

    it('publishes a file once', () => {
      const good = file('good.grib2.gz', radarFile());
      const { status, stdout, stderr } = run(good, good, '--product', 'composite-reflectivity', '--json');
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      const [first, second] = (JSON.parse(stdout) as { frames: Record<string, unknown>[] }).frames;
      const frame = { product: 'radar/composite-reflectivity', validTime: '2026-05-20T22:18:00Z', runTime: null };
      expect(first).to.include({ ...frame, state: 'done' });
      expect(first['tiles']).to.be.at.least(9);
      expect(second).to.deep.equal({ file: good, ...frame, state: 'known' });
    });

    it('records a damaged file as refused and exits with 1', () => {
      const broken = file('broken.grib2', gunzipSync(radarFile()).subarray(0, -100));
      const { status, stdout } = run(broken, '--product', 'vil', '--time', '2026-05-20T22:18:00Z');
      expect(status).to.equal(1);
      expect(stdout).to.match(/radar\/vil 2026-05-20T22:18:00Z refused: .+\n$/);
    });

    it('reports errors of the caller in one line before it opens the stores', () => {
      const here = file('text.txt', Buffer.from('not weather'));
      const absent = run(join(folder, 'absent'), '--product', 'vil');
      expect(absent.status).to.equal(2);
      const lines = [run(here, '--product', 'vil').stderr, absent.stderr, run(here, '--product', 'rain').stderr];
      expect(lines[0]).to.match(/^severe: .*text\.txt: no GRIB message in 11 bytes\n$/);
      expect(lines[1]).to.match(/^severe: .*absent: the file does not exist\n$/);
      expect(lines[2]).to.match(/^severe: --product rain: no such product; products are .*\n$/);
    });
  });
});
