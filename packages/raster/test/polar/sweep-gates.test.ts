import { readFileSync } from 'node:fs';
import type { Tile } from '@severe/geo';
import { tileAt } from '@severe/geo/testing/tile-at';
import { readVolume, type SitePosition, type Volume } from '@severe/nexrad';
import { storm, volumeFile } from '@severe/nexrad/testing/radar-volume';
import { seeded } from '@severe/testing/seeded';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { compareSweep, compareTile, lookOf } from '../support/sweep-reference.ts';
import { sweepOf } from '../support/sweeps.ts';

/** The tile of a zoom that contains a place at a distance from the radar. */
function tileBeside({ lat, lon }: SitePosition, z: number, eastM: number, northM: number): Tile {
  return tileAt(lon + eastM / 111_000 / Math.cos((lat * Math.PI) / 180), lat + northM / 111_000, z);
}

/** Zooms, with the distance from the radar of the tile that is compared, in metres. */
const views: [z: number, eastM: number, northM: number][] = [
  [5, 0, 0],
  [6, 100_000, -100_000],
  [7, -90_000, 60_000],
  [8, 40_000, 70_000],
  [9, -60_000, -30_000],
  [10, 1000, -1000],
  [11, 25_000, 12_000],
];

/** Compares every moment of every sweep of a volume, each on a tile of another zoom. */
function compareVolume({ sweeps }: Volume, site: SitePosition): number {
  const drawn = sweeps.flatMap((sweep) => {
    const [z, eastM, northM] = views[sweep.index % views.length];
    return [...compareSweep(site, sweep, tileBeside(site, z, eastM, northM)).values()];
  });
  return drawn.reduce((sum, pixels) => sum + pixels, 0);
}

describe('polar/sweep-gates', function () {
  this.timeout(600_000);

  const sites: Record<string, SitePosition> = {
    Oklahoma: { lat: 35.33336, lon: -97.27776, elevationM: 370, towerM: 20 },
    Guam: { lat: 13.45444, lon: 144.80833, elevationM: 80, towerM: 20 },
    'western Alaska, across the antimeridian': { lat: 64.51139, lon: -179.2, elevationM: 16, towerM: 20 },
  };
  for (const [place, site] of Object.entries(sites)) {
    it(`draws every pixel of noise in ${place} as the plain reference does, from z0 to z12`, () => {
      const random = seeded(7);
      const noise = () => (random() < 0.3 ? Math.floor(random() * 255) : 0);
      const sweep = sweepOf(noise, { radials: 360, gates: 460, firstDeg: 0.37, elevationDeg: 1.3 });
      const look = lookOf(sweep.moment);
      const tiles = [[0, 0, 0], [3, 0, 0], ...views, [12, 30_000, 40_000]].map(([z, eastM, northM]) =>
        tileBeside(site, z, eastM, northM),
      );
      for (const tile of tiles) {
        const {
          drawn: [drawn],
        } = compareTile(site, sweep, [{ moment: sweep.moment, look }], tile);
        expect(drawn, `tile ${tile.z}/${tile.x}/${tile.y}`).to.be.greaterThan(tile.z === 0 ? 0 : 10);
      }
    });
  }

  it('shows at high zoom the gate at the centre of a pixel that contains no centre of a gate', () => {
    const site = sites.Oklahoma;
    const random = seeded(8);
    const sweep = sweepOf(() => Math.floor(random() * 255), { radials: 360, gates: 460, elevationDeg: 19.5 });
    const look = lookOf(sweep.moment);
    const { drawn, withoutCentre } = compareTile(
      site,
      sweep,
      [{ moment: sweep.moment, look }],
      tileBeside(site, 12, 50_000, 5000),
    );
    expect([drawn[0], withoutCentre].every((pixels) => pixels > 60_000)).to.equal(true);
  });

  it('draws a sector in which nothing was scanned, and radials of uneven spacing, as the plain reference does', () => {
    const site = sites.Oklahoma;
    const random = seeded(9);
    const sweep = sweepOf(() => Math.floor(random() * 255), { radials: 360, gates: 460, firstDeg: 0 });
    const kept = [...sweep.radials.azimuthsDeg.keys()].filter((i) => i < 80 || i >= 95 || i === 88);
    const azimuthsDeg = Float32Array.from(kept, (i) => sweep.radials.azimuthsDeg[i] + 0.9 * random());
    const cut = { ...sweep, radials: { ...sweep.radials, count: kept.length, azimuthsDeg } };
    const moment = { ...sweep.moment, packed: sweep.moment.packed.slice(0, kept.length * sweep.moment.gates) };
    for (const [z, eastM, northM] of [
      [7, 70_000, 0],
      [9, 70_000, 0],
      [10, -300, 40_000],
    ]) {
      compareTile(site, cut, [{ moment, look: lookOf(moment) }], tileBeside(site, z, eastM, northM));
    }
  });

  it('draws every moment and tilt of a volume of our own as the plain reference does', () => {
    const volume = readVolume(volumeFile(new Date('2026-05-20T22:18:39Z'), { dbz: storm.dbz }));
    expect(compareVolume(volume, volume.site!)).to.be.greaterThan(1000);
  });

  const real = {
    'a stormy day in Texas': 'data/raster/nexrad/KLBB20160601_150025_V06',
    'one of 2010, without dual polarisation': 'data/raster/nexrad/KTLX20100501_000444_V03.gz',
  };
  for (const [name, path] of Object.entries(real)) {
    it(`draws every moment and tilt of a real volume, ${name}, as the plain reference does`, function () {
      const volume = readVolume(readFileSync(sharedFile(this, path)));
      expect(compareVolume(volume, volume.site!)).to.be.greaterThan(100_000);
    });
  }

  it('draws every tile of the lowest tilt of a real volume at z6 as the plain reference does', function () {
    const volume = readVolume(readFileSync(sharedFile(this, real['a stormy day in Texas'])));
    const [{ index, moments, ...rest }] = volume.sweeps;
    const sweep = { ...rest, index, moments: new Map([['REF', moments.get('REF')!]] as const) };
    const [z, reach] = [6, 470_000];
    const { x: left, y: top } = tileBeside(volume.site!, z, -reach, reach);
    const { x: right, y: bottom } = tileBeside(volume.site!, z, reach, -reach);
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        compareSweep(volume.site!, sweep, { z, x, y });
      }
    }
  });
});
