import {
  gateAt,
  joinChunks,
  momentStatistics,
  parseChunkName,
  placeOf,
  rangeFolded,
  readVolume,
  valueAt,
  type MomentName,
  type Sweep,
  type Volume,
} from '@severe/nexrad';
import { expect } from 'chai';
import type { Storms } from '../../src/model/cell.ts';
import { stormsAt } from '../../src/model/storms.ts';
import { chunkPlans, cutChunk } from '../../src/nexrad/chunks.ts';
import { volumeSites } from '../../src/nexrad/sites.ts';
import { drawVolume, volumeFile } from '../../src/nexrad/volume.ts';

const seed = 1;
const time = Date.parse('2026-05-20T21:20:00Z');
const site = volumeSites.find(({ id }) => id === 'KVNX')!;

/** A supercell 48 km from the radar, made to spin hard enough to lift debris. */
const weather = stormsAt(seed, time);
const storms: Storms = {
  ...weather,
  cells: weather.cells.map((cell) => (cell.id === '82375/3' ? { ...cell, rotation: 16 } : cell)),
};
const supercell = storms.cells.find(({ id }) => id === '82375/3')!;

describe('nexrad/volume', function () {
  this.timeout(60_000);
  let bytes: Uint8Array;
  let volume: Volume;
  before(() => {
    bytes = volumeFile(drawVolume(site, seed, storms, time, 116));
    volume = readVolume(bytes);
  });

  const valueNear = (sweep: Sweep, name: MomentName, place: { lat: number; lon: number }): number | null => {
    const moment = sweep.moments.get(name)!;
    const gate = gateAt(volume.site!, sweep, moment, place)!;
    return valueAt(moment, gate.radial, gate.gate);
  };

  it('is pattern 212 of its radar: three split cuts in half degrees, eleven tilts in whole ones', () => {
    expect(volume).to.include({ station: 'KVNX', vcp: 212 });
    expect(volume.site!.lat).to.be.closeTo(site.lat, 1e-5);
    expect(volume.sweeps.map(({ elevationDeg }) => Number(elevationDeg.toFixed(1)))).to.deep.equal([
      0.5, 0.5, 0.9, 0.9, 1.3, 1.3, 1.8, 2.4, 3.1, 4, 5.1, 6.4, 8, 10, 12.5, 15.6, 19.5,
    ]);
    for (const [i, { radials, moments }] of volume.sweeps.entries()) {
      expect(radials.count).to.equal(i < 6 ? 720 : 360);
      const names = [...moments.keys()].sort().join(' ');
      expect(names).to.equal(i >= 6 ? 'REF RHO SW VEL ZDR' : i % 2 === 0 ? 'REF RHO ZDR' : 'SW VEL');
    }
  });

  it('shows the core of a storm where the model has it, up to its top', () => {
    expect(valueNear(volume.sweeps[0], 'REF', supercell.position)).to.be.within(52, 70);
    // 48 km away the beam of 10° is at 8.7 km, that of 19.5° at 17 km: within the tower, and over it
    const tilt = (degrees: number): Sweep =>
      volume.sweeps.find(({ elevationDeg }) => Math.abs(elevationDeg - degrees) < 0.05)!;
    expect(supercell.topKm).to.be.within(12, 16.5);
    expect(valueNear(tilt(10), 'REF', supercell.position)).to.be.greaterThan(40);
    expect(valueNear(tilt(19.5), 'REF', supercell.position)).to.equal(null);
  });

  it('rotates around the mesocyclone: outbound on its right, inbound on its left', () => {
    const sweep = volume.sweeps[1];
    const speed = sweep.moments.get('VEL')!;
    const middle = gateAt(volume.site!, sweep, speed, supercell.mesocyclone)!;
    const strongest = (side: 1 | -1): number => {
      let most = -Infinity;
      for (let step = 0; step <= 6; step++) {
        const radial = (middle.radial + side * step + 720) % 720;
        for (let gate = middle.gate - 8; gate <= middle.gate + 8; gate++) {
          most = Math.max(most, side * (valueAt(speed, radial, gate) ?? -Infinity));
        }
      }
      return most;
    };
    // 2 × 16 m/s around a core of 1.8 km radius, of which the beam at 1 km height sees most; with the wind of the
    // environment, the fastest gates fold
    expect(strongest(1) + strongest(-1)).to.be.greaterThan(33);
  });

  it('has debris in the vortex, with low correlation and near-zero differential reflectivity', () => {
    const rho = volume.sweeps[0].moments.get('RHO')!;
    const gate = gateAt(volume.site!, volume.sweeps[0], rho, supercell.mesocyclone)!;
    let lowest = 1;
    for (let i = -6; i <= 6; i++) lowest = Math.min(lowest, valueAt(rho, gate.radial, gate.gate + i) ?? 1);
    expect(lowest).to.be.within(0.25, 0.75);
    expect(valueNear(volume.sweeps[0], 'RHO', supercell.position)).to.be.greaterThan(0.88);
  });

  it('hides velocities behind echoes of another trip, and nothing else', () => {
    const folded = volume.sweeps.map(({ moments }) =>
      [...moments.values()].filter(({ packed }) => packed.includes(rangeFolded)).map(({ name }) => name),
    );
    expect(folded[1].sort()).to.deep.equal(['SW', 'VEL']);
    expect(new Set(folded.flat())).to.deep.equal(new Set(['VEL', 'SW']));
  });

  it('places gates where the reader finds them', () => {
    const reflectivity = volume.sweeps[0].moments.get('REF')!;
    const gate = gateAt(volume.site!, volume.sweeps[0], reflectivity, supercell.position)!;
    const { lat, lon } = placeOf(volume.site!, volume.sweeps[0], reflectivity, gate);
    expect(lat).to.be.closeTo(supercell.position.lat, 0.005);
    expect(lon).to.be.closeTo(supercell.position.lon, 0.005);
  });

  it('has the same values in MetPy', () => {
    // Read with MetPy 1.7.1's Level2File: sweep, moment, gates with a value, mean, least, greatest
    const read: [sweep: number, name: MomentName, count: number, mean: number, min: number, max: number][] = [
      [0, 'REF', 126_898, 15.95644, -11.5, 66],
      [0, 'ZDR', 126_898, 0.3904, -0.75, 2.75],
      [0, 'RHO', 126_898, 0.96937, 0.6117, 0.9917],
      [1, 'VEL', 111_624, -3.01759, -31.5, 31.5],
      [1, 'SW', 111_624, 1.83802, 1.5, 6.5],
      [9, 'REF', 16_682, 19.29634, -12.5, 61],
      [9, 'VEL', 16_682, 6.76711, -28.5, 28.5],
      [9, 'RHO', 16_682, 0.96388, 0.8017, 0.9917],
    ];
    for (const [sweep, name, count, mean, min, max] of read) {
      const told = momentStatistics(volume.sweeps[sweep].moments.get(name)!);
      expect(told.count - told.missing, name).to.equal(count);
      expect(told.mean, name).to.be.closeTo(mean, 1e-5);
      expect(told.min, name).to.be.closeTo(min, 1e-4);
      expect(told.max, name).to.be.closeTo(max, 1e-4);
    }
  });

  it('equals its joined chunks', () => {
    // Six records of a sweep in half degrees, three of one in whole ones: 36 + 33, and one before them
    expect(chunkPlans.map(({ kind }) => kind).join('')).to.match(/^SI{68}E$/);
    const chunks = chunkPlans.map(({ sequence, kind }) => ({
      name: parseChunkName(`20260520-212000-${String(sequence).padStart(3, '0')}-${kind}`)!,
      bytes: cutChunk(bytes, sequence),
    }));
    const joined = joinChunks(chunks.toReversed());
    expect(joined.isComplete).to.equal(true);
    expect(Buffer.compare(joined.bytes, bytes)).to.equal(0);
  });
});
