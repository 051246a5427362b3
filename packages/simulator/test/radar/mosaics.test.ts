import { bearingDeg } from '@severe/geo';
import { findProduct, radarProducts, type RadarSource } from '@severe/catalogue';
import { expect } from 'chai';
import { stormModel } from '../../src/model/storms.ts';
import { mosaic as canvas, mosaicGrid } from '../../src/radar/grid.ts';
import { hailSize } from '../../src/radar/patch.ts';
import { mosaics } from '../../src/radar/products.ts';
import { scanAt, scansInHalfHour, validTimeOf } from '../../src/radar/schedule.ts';
import { createMosaicRenderer } from '../../src/radar/renderer.ts';
import { paintScene } from '../../src/scene.ts';
import { shapesOf } from '../../src/shapes/index.ts';
import { indexOf, kmBetween, placeOf, valuesFrom } from '../support/scans.ts';

const seed = 7;
const scan = scanAt(seed, Date.parse('2026-05-20T22:30:00Z'));
const renderer = createMosaicRenderer(seed);
const stormsAt = stormModel(seed);

/** The values of a product as they are written, a copy. */
function valuesOf(id: string, at = scan): Float32Array {
  const source = findProduct('radar', id)!.source as RadarSource;
  const product = mosaics.find(({ folder }) => folder === source.folder)!;
  return valuesFrom(renderer.draw(product, at), product.outside);
}

/** Indices of the cells whose value is at least that. */
function cellsFrom(values: Float32Array, least: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) if (values[i] >= least) found.push(i);
  return found;
}

function strongest(values: Float32Array): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[best]) best = i;
  return best;
}

describe('the mosaics of a scan', () => {
  let composite: Float32Array;
  before(() => {
    composite = valuesOf('composite-reflectivity');
  });

  it('are those of the catalogue, folder by folder', () => {
    expect(mosaics.map(({ folder }) => folder)).to.have.members(
      radarProducts.map(({ source }) => (source as RadarSource).folder),
    );
  });

  it('encode "no echo" and "no coverage" with the codes of the catalogue', () => {
    for (const { folder, nothing, outside } of mosaics) {
      const known = radarProducts.find(({ source }) => (source as RadarSource).folder === folder)!;
      expect(known.nothing).to.include(nothing);
      if (outside !== nothing) expect(known.missing).to.include(outside);
    }
  });

  it('look over the land and not over the far oceans', () => {
    const at = (lat: number, lon: number) => composite[indexOf({ lat, lon })];
    expect(at(40, -129)).to.equal(-999);
    expect(at(30, -68)).to.equal(-999);
    expect(at(53, -95)).to.equal(-999);
    expect(at(45, -75)).to.equal(-99);
    expect(at(38, -120)).to.equal(-99);
    let seen = 0;
    for (const value of composite) if (value > -900) seen++;
    expect(seen / composite.length).to.be.within(0.35, 0.75);
  });

  it('show storms of 60 dBZ over Texas, Oklahoma or Kansas, at every range of echo below that', () => {
    const { lat, lon } = placeOf(strongest(composite));
    expect(composite[strongest(composite)]).to.be.within(60, 76);
    expect(lat).to.be.within(30, 40);
    expect(lon).to.be.within(-104, -92);
    const echoes = cellsFrom(composite, 0).length;
    expect(echoes).to.be.above(8000);
    expect(cellsFrom(composite, 50).length).to.be.within(100, echoes / 10);
  });

  it('never show more at the lowest level than in the column, and show the same outside echoes', () => {
    const base = valuesOf('base-reflectivity');
    let wrong = 0;
    for (let i = 0; i < base.length; i++) if (base[i] > composite[i]) wrong++;
    expect(wrong).to.equal(0);
    expect(cellsFrom(base, 0).length).to.be.above(5000);
  });

  it('have their highest tops and most liquid in the strongest cores', () => {
    const tops = valuesOf('echo-tops');
    const liquid = valuesOf('vil');
    expect(tops[strongest(tops)]).to.be.within(13, 18);
    expect(liquid[strongest(liquid)]).to.be.within(40, 80);
    expect(composite[strongest(liquid)]).to.be.above(55);
    expect(tops[strongest(liquid)]).to.be.above(11);
    expect(cellsFrom(liquid, 30).filter((i) => composite[i] < 45)).to.deep.equal([]);
    expect(cellsFrom(tops, 0.1).filter((i) => composite[i] < 17.9)).to.deep.equal([]);
  });

  it('have rotation to the right of the core of a moving supercell, and none to its left', () => {
    const rotation = valuesOf('rotation-30min');
    const [storm] = stormsAt(validTimeOf(seed, scan)).cells.toSorted((a, b) => b.rotation - a.rotation);
    expect(storm.rotation).to.be.above(7);
    let best = -1;
    for (const i of cellsFrom(rotation, 1)) {
      if (kmBetween(i, indexOf(storm.position)) > 12) continue;
      if (best < 0 || rotation[i] > rotation[best]) best = i;
    }
    const right = (bearingDeg(storm.position, placeOf(best)) - storm.motion.towardDeg + 360) % 360;
    expect(right).to.be.within(20, 175);
    expect(rotation[strongest(rotation)]).to.be.within(5, 25);
  });

  it('are the same when made again, by a studio that has seen other scans', () => {
    valuesOf('mesh-30min', scan + 30);
    const other = createMosaicRenderer(seed);
    for (const product of mosaics) {
      const again = other.draw(product, scan);
      const first = renderer.draw(product, scan);
      expect(Buffer.from(again.buffer).equals(Buffer.from(first.buffer)), product.folder).to.equal(true);
    }
  });
});

describe('the 30-minute hail maximum', () => {
  let hail: Float32Array;
  /** What the columns of the sixteen scans say, cell by cell. */
  let said: Float32Array;
  /** The strongest echo of the half hour. */
  let echo: Float32Array;

  before(function () {
    this.timeout(60_000);
    hail = valuesOf('mesh-30min');
    said = new Float32Array(hail.length);
    echo = new Float32Array(hail.length).fill(-99);
    for (let back = 0; back < scansInHalfHour; back++) {
      const time = validTimeOf(seed, scan - back);
      const { block, composite, top } = paintScene(canvas, shapesOf(stormsAt(time), time));
      for (let i = 0; i < composite.length; i++) {
        const row = block.row + Math.floor(i / block.width);
        const at = row * mosaicGrid.width + block.column + (i % block.width);
        said[at] = Math.max(said[at], hailSize(composite[i], top[i]));
        echo[at] = Math.max(echo[at], composite[i]);
      }
    }
  });

  it('looks back on half an hour, both ends included', () => {
    expect(validTimeOf(seed, scan) - validTimeOf(seed, scan - scansInHalfHour + 1)).to.be.closeTo(30 * 60_000, 10_000);
  });

  it('is nowhere more than the columns of those scans allow', () => {
    let wrong = 0;
    for (let i = 0; i < hail.length; i++) if (hail[i] > said[i] + 0.051) wrong++;
    expect(wrong).to.equal(0);
  });

  it('holds the greatest of them: nine tenths of the cells with hail of 25 mm agree to a tenth', () => {
    const large = cellsFrom(said, 25);
    expect(large.length).to.be.above(100);
    const agreeing = large.filter((i) => Math.abs(hail[i] - said[i]) <= 0.051);
    expect(agreeing.length / large.length).to.be.above(0.9);
  });

  it('is over 25 mm only where the column reached 50 dBZ', () => {
    const large = cellsFrom(hail, 25);
    expect(large.length).to.be.above(100);
    expect(large.filter((i) => echo[i] <= 50)).to.deep.equal([]);
  });

  it('needs a tall storm: 65 dBZ under 8 km make no hail', () => {
    expect(hailSize(65, 7.9)).to.equal(0);
    expect(hailSize(50, 16)).to.equal(0);
    expect(hailSize(65, 15)).to.be.within(25, 70);
  });
});

describe('scans', () => {
  it('come every two minutes, at varying seconds', () => {
    const times = Array.from({ length: 50 }, (_, i) => validTimeOf(seed, scan + i));
    expect(new Set(times.map((time) => Math.floor(time / 120_000))).size).to.equal(50);
    expect(new Set(times.map((time) => time % 60_000)).size).to.be.above(4);
    for (const [i, time] of times.entries()) expect(scanAt(seed, time)).to.equal(scan + i);
  });
});
