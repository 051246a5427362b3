import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataError } from '@severe/base';
import { readVolume, valueAt, type Volume } from '@severe/nexrad';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { toolOutput } from '@severe/testing/tools';
import { choosePage, encodePolar, openPolar, readPage, tiltsOf } from '../../src/polar/index.ts';
import { seeded } from '@severe/testing/seeded';
import { codeOf, site, sweepOf } from '../support/sweeps.ts';

/** A split cut whose radials begin in the south-east, and a tilt above it. */
function smallVolume(): Volume {
  const options = { radials: 360, gates: 40, firstDeg: 137.3 };
  const low = sweepOf((azimuth, slant) => (azimuth < 10 ? 1 : (slant / 250) % 200), { ...options, elevationDeg: 0.44 });
  const wind = sweepOf((azimuth) => codeOf('VEL', Math.round(azimuth / 10)), {
    ...options,
    name: 'VEL',
    index: 1,
    elevationDeg: 0.52,
  });
  const high = sweepOf(() => 90, { ...options, index: 2, elevationDeg: 3.12 });
  const cut = (elevationDeg: number) => ({ elevationDeg, waveform: 'unknown' as const, isSuperResolution: false });
  return {
    header: { version: 'AR2V0006', number: '7', startedAt: Date.UTC(2026, 4, 20, 22, 18, 39), station: 'KTLX' },
    station: 'KTLX',
    site,
    vcp: 212,
    pattern: { number: 212, cuts: [cut(0.483), cut(0.483), cut(3.12)] },
    sweeps: [low, wind, high],
  };
}

const written = (volume = smallVolume()) => encodePolar(volume, { station: volume.station, site });
const reading = (file: Uint8Array) => async (start: number, length: number) => file.subarray(start, start + length);
const open = (file: Uint8Array) => openPolar(reading(file));
const stripOf = (file: Uint8Array, { strip }: { strip: { start: number; length: number } }) =>
  file.subarray(strip.start, strip.start + strip.length);

describe('polar/volume-file', () => {
  it('lists every sweep and moment from the header alone, in two reads', async () => {
    const file = written();
    const reads: [number, number][] = [];
    const volume = await openPolar((start, length) => {
      reads.push([start, length]);
      return reading(file)(start, length);
    });
    expect(reads.length).to.be.at.most(2);
    expect(volume).to.deep.include({ station: 'KTLX', site, vcp: 212, startedAt: Date.UTC(2026, 4, 20, 22, 18, 39) });
    expect(volume.pages.map(({ moment, sweep, cutDeg }) => [moment, sweep, cutDeg])).to.deep.equal([
      ['REF', 0, 0.5],
      ['VEL', 1, 0.5],
      ['REF', 2, 3.1],
    ]);
    expect(tiltsOf(volume.pages)).to.deep.equal([0.5, 3.1]);
    expect(volume.pages[0]).to.include({ elevationDeg: 0.44, gateM: 250, firstGateM: 2125, nyquistMps: 26.5 });
  });

  it('keeps azimuths to 13 cm at 460 km', async () => {
    const volume = smallVolume();
    volume.sweeps[0].radials.azimuthsDeg.forEach((_, i, all) => (all[i] = (i + 0.1234567) % 360));
    const [page] = (await open(written(volume))).pages;
    const furthest = [...page.azimuthsDeg].map(
      (deg, i) => Math.abs(deg - ((i + 0.1234567) % 360)) * (Math.PI / 180) * 460_000,
    );
    expect(Math.max(...furthest)).to.be.lessThan(0.13);
  });

  it('gives every gate back, with 0 and 1 as they were and radials in order', async () => {
    const original = smallVolume();
    const file = written(original);
    const { pages } = await open(file);
    for (const [i, page] of pages.entries()) {
      const sweep = readPage(page, stripOf(file, page));
      const before = original.sweeps[page.sweep];
      const moment = sweep.moments.get(page.moment)!;
      const old = before.moments.get(page.moment)!;
      expect([...page.azimuthsDeg]).to.deep.equal([...page.azimuthsDeg].sort((a, b) => a - b));
      for (let radial = 0; radial < sweep.radials.count; radial++) {
        const was = before.radials.azimuthsDeg.findIndex((deg) => Math.abs(deg - page.azimuthsDeg[radial]) < 0.01);
        for (const gate of [0, 7, 39]) {
          expect(moment.packed[radial * 40 + gate], `page ${i}`).to.equal(old.packed[was * 40 + gate]);
        }
      }
    }
    const [first] = pages;
    const low = readPage(first, stripOf(file, first)).moments.get('REF')!;
    expect(low.packed[0]).to.equal(1); // range folded to the north
    expect(valueAt(low, 100, 3)).to.equal((Math.trunc((2125 + 3 * 250) / 250) - 66) / 2);
  });

  it('gives equal bytes for equal volumes', () => {
    expect(Buffer.compare(written(), written())).to.equal(0);
  });

  it('rejects files of other writers, with a code for each reason', async () => {
    const file = written();
    const spoilt = (at: number, value: number) => {
      const copy = Buffer.from(file);
      copy[at] = value;
      return copy;
    };
    const textAt = (text: string) => Buffer.from(file).indexOf(text);
    for (const broken of [
      Buffer.alloc(0),
      Buffer.from('hello, this is no TIFF'),
      file.subarray(0, 100),
      file.subarray(0, 2000),
      spoilt(textAt('"gateM"') + 2, 0x58),
      spoilt(textAt('SEVERE_VOLUME'), 0x58),
      spoilt(textAt('"moment":"REF"') + 10, 0x58),
    ]) {
      await open(broken).then(
        () => expect.fail('expected a refusal'),
        (error: unknown) => expect(error).to.be.instanceOf(DataError),
      );
    }
    const { pages } = await open(file);
    const strip = Buffer.from(stripOf(file, pages[0]));
    strip[20] ^= 0xff;
    expect(() => readPage(pages[0], strip)).to.throw(DataError, 'strip');
    expect(() => readPage(pages[0], stripOf(file, pages[0]).subarray(0, 40))).to.throw(DataError, 'strip');
  });

  it('throws only its own error, whatever the header contains', async () => {
    const file = written();
    const head = Buffer.from(file).indexOf(stripOf(file, (await open(file)).pages[0]));
    const random = seeded(5);
    const outcomes = { read: 0, refused: 0 };
    for (let round = 0; round < 400; round++) {
      const copy = Buffer.from(file);
      const changes = 1 + Math.floor(random() * 4);
      for (let i = 0; i < changes; i++) copy[Math.floor(random() * head)] = Math.floor(random() * 256);
      try {
        for (const page of (await open(copy)).pages) readPage(page, stripOf(copy, page));
        outcomes.read++;
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        outcomes.refused++;
      }
    }
    expect(outcomes.refused).to.be.greaterThan(50);
    expect(outcomes.read).to.be.greaterThan(50); // most octets are azimuths
  });

  it('is a TIFF for GDAL, an image for each sweep and moment', function () {
    const folder = mkdtempSync(join(tmpdir(), 'severe-polar-'));
    try {
      const path = join(folder, 'values.tif');
      writeFileSync(path, written());
      const info = (page: number) =>
        JSON.parse(toolOutput(this, 'gdalinfo', ['-json', '-stats', `GTIFF_DIR:${page}:${path}`])) as {
          size: number[];
          bands: {
            offset: number;
            scale: number;
            unit: string;
            description: string;
            minimum: number;
            maximum: number;
          }[];
        };
      expect(info(1).size).to.deep.equal([40, 360]);
      expect(info(1).bands[0]).to.include({ offset: -33, scale: 0.5, unit: 'dBZ', description: 'REF at 0.5 degrees' });
      // azimuths 0 to 360 in tens: codes of 0 to 36 m/s are 129 to 201
      expect(info(2).bands[0]).to.include({ unit: 'm/s', minimum: 129, maximum: 201 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps every gate of a real volume', async function () {
    const volume = readVolume(readFileSync(sharedFile(this, 'data/raster/nexrad/KTLX20190525_222419.bin')));
    const file = encodePolar(volume, { station: 'KTLX', site: volume.site! });
    const { pages } = await open(file);
    expect(pages.length).to.equal(volume.sweeps.reduce((sum, { moments }) => sum + moments.size, 0));
    for (const page of pages) {
      const moment = readPage(page, stripOf(file, page)).moments.get(page.moment)!;
      const old = volume.sweeps[page.sweep].moments.get(page.moment)!;
      const sum = (codes: ArrayLike<number>) => Array.from(codes).reduce((total, code) => total + code, 0);
      expect(sum(moment.packed)).to.equal(sum(old.packed));
    }
    // As the file's own sweeps are: the first has seen 460 km, the second 300 km and wind
    expect(choosePage(pages, 'REF', 0.5)).to.include({ sweep: 0, gates: 1832 });
    expect(choosePage(pages, 'VEL', 0.5)).to.include({ sweep: 1, gates: 1192 });
    expect(choosePage(pages, 'RHO', 0.5)).to.include({ sweep: 0 });
    expect(choosePage(pages, 'REF', 20)).to.include({ sweep: 2, cutDeg: 0.9 });
  });
});
