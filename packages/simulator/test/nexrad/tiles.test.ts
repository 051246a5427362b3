import { tileAt } from '@severe/geo/testing/tile-at';
import { readVolume, type MomentName } from '@severe/nexrad';
import { compareSweep } from '@severe/raster/testing/sweep-reference';
import { expect } from 'chai';
import { stormsAt } from '../../src/model/storms.ts';
import { volumeSites } from '../../src/nexrad/sites.ts';
import { drawVolume, volumeFile } from '../../src/nexrad/volume.ts';

/** Zooms, with the distance of the tile from the radar in degrees. */
const views: [z: number, east: number, north: number][] = [
  [8, 0.4, 0.3],
  [7, -0.5, -0.6],
  [9, -0.3, 0.4],
  [10, 0.25, -0.2],
];

describe('nexrad/tiles', function () {
  this.timeout(300_000);

  it('of a simulated volume show every moment and tilt as the plain reference of @severe/raster does', () => {
    const time = Date.parse('2026-05-20T21:20:00Z');
    const site = volumeSites.find(({ id }) => id === 'KVNX')!;
    const volume = readVolume(volumeFile(drawVolume(site, 1, stormsAt(1, time), time, 116)));
    const drawn = new Map<MomentName, number>();
    for (const sweep of volume.sweeps) {
      const [z, east, north] = views[sweep.index % views.length];
      const tile = tileAt(site.lon + east, site.lat + north, z);
      for (const [name, pixels] of compareSweep(volume.site!, sweep, tile)) {
        drawn.set(name, (drawn.get(name) ?? 0) + pixels);
      }
    }
    expect([...drawn.keys()]).to.include.members(['REF', 'VEL', 'SW', 'ZDR', 'RHO']);
    for (const [name, pixels] of drawn) expect(pixels, name).to.be.greaterThan(1000);
  });
});
