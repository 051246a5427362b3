import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { hasTool } from '@severe/testing/tools';
import { openGeotiff } from '../../src/index.ts';
import { plainTags, tiff } from '../support/tiff.ts';

const folder = mkdtempSync(`${tmpdir()}/severe-place-`);
const [width, height] = [20, 10];

/** About 100 m on the ground. */
const nearly = 0.001;

/** An image of 20 × 10 pixels of 1 km (0.01°) whose north-western corner lies at (x, y) of a coordinate system. */
function placed(system: string, x: number, y: number, size: number): Uint8Array {
  const [from, to] = [`${folder}/from.tif`, `${folder}/to.tif`];
  writeFileSync(from, tiff({ tags: plainTags(width, height, 8), blocks: [new Uint8Array(width * height)] }));
  const box = [x, y, x + width * size, y - height * size].map(String);
  execFileSync('gdal_translate', ['-q', '-a_srs', system, '-a_ullr', ...box, from, to], { stdio: 'pipe' });
  return readFileSync(to);
}

/** Where GDAL has the centre of a pixel of the last file. */
function byGdal(column: number, row: number): { lat: number; lon: number } {
  const out = execFileSync('gdaltransform', ['-t_srs', 'OGC:CRS84', '-output_xy', `${folder}/to.tif`], {
    input: `${column + 0.5} ${row + 0.5}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [lon, lat] = out.trim().split(/\s+/).map(Number);
  return { lat, lon };
}

// A place in the middle of where each system is used
const systems: [system: string, x: number, y: number, size: number][] = [
  ['EPSG:4326', -100, 40, 0.01],
  ['EPSG:4269', -100, 40, 0.01],
  ['EPSG:4267', -100, 40, 0.01],
  ['EPSG:3857', -1e7, 5e6, 1000],
  ['EPSG:3395', -1e7, 5e6, 1000],
  ['EPSG:32614', 5e5, 4e6, 1000],
  ['EPSG:32756', 3e5, 6e6, 1000],
  ['EPSG:26915', 5e5, 4e6, 1000],
  ['EPSG:26715', 5e5, 4e6, 1000],
  ['EPSG:25832', 5e5, 5.5e6, 1000],
  ['EPSG:28355', 5e5, 6e6, 1000],
  ['EPSG:3031', 1e6, 1e6, 1000],
  ['EPSG:3413', -1e6, -1e6, 1000],
  ['EPSG:3995', 1e6, 1e6, 1000],
  ['EPSG:3976', 1e6, 1e6, 1000],
  ['EPSG:32661', 2.5e6, 1.5e6, 1000],
  ['EPSG:6931', 1e6, 1e6, 1000],
  ['EPSG:6933', 1e6, 1e6, 1000],
  ['EPSG:3573', 1e6, -1e6, 1000],
  ['EPSG:3035', 4.3e6, 3.2e6, 1000],
  ['EPSG:3034', 4e6, 2.8e6, 1000],
  ['EPSG:3006', 6e5, 6.6e6, 1000],
  ['EPSG:2154', 7e5, 6.6e6, 1000],
  ['EPSG:2056', 2.6e6, 1.2e6, 1000],
  ['EPSG:27700', 4e5, 3e5, 1000],
  ['EPSG:28992', 1.5e5, 4.5e5, 1000],
  ['EPSG:27563', 6e5, 3e5, 1000],
  ['EPSG:2193', 1.6e6, 5.5e6, 1000],
  ['EPSG:27200', 2.5e6, 6e6, 1000],
  ['EPSG:3577', 1e5, -3e6, 1000],
  ['EPSG:5070', 1e5, 2e6, 1000],
  ['EPSG:3338', 1e5, 1e6, 1000],
  ['EPSG:3978', 1e5, 1e6, 1000],
  ['EPSG:3347', 6e6, 2e6, 1000],
  ['+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229', 1e5, 1e5, 3000],
  ['+proj=lcc +lat_1=25 +lat_0=25 +lon_0=-95 +k_0=0.99 +x_0=1000 +datum=WGS84', 1e5, 1e5, 3000],
  ['+proj=lcc +lat_1=33 +lat_2=45 +lat_0=39 +lon_0=-96 +datum=NAD83 +units=us-ft', 1e5, 1e5, 3000],
  ['+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=23 +lon_0=-96 +ellps=GRS80', 1e5, 1e6, 1000],
  ['+proj=laea +lat_0=45 +lon_0=-100 +R=6370997', 1e5, 1e6, 1000],
  ['+proj=stere +lat_0=90 +lat_ts=60 +lon_0=-105 +R=6371200', 1e6, -4e6, 1000],
  ['+proj=stere +lat_0=-90 +k=0.994 +lon_0=0 +datum=WGS84', 1e6, 1e6, 1000],
  ['+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +datum=WGS84', 5e5, 5e5, 1000],
  ['+proj=tmerc +lat_0=10 +lon_0=20 +k=0.999 +x_0=5000 +datum=WGS84', 1e5, 1e6, 1000],
  ['+proj=merc +lat_ts=20 +lon_0=10 +datum=WGS84', 1e5, 1e6, 1000],
  ['+proj=merc +k=0.9 +lon_0=10 +datum=WGS84', 1e5, 1e6, 1000],
  ['+proj=eqc +lat_ts=30 +lon_0=10 +datum=WGS84', 1e5, 1e6, 1000],
  ['+proj=sinu +lon_0=10 +R=6371007.181', 1e5, 1e6, 1000],
  ['+proj=cea +lat_ts=30 +lon_0=10 +datum=WGS84', 1e5, 1e6, 1000],
  ['+proj=aeqd +lat_0=45 +lon_0=10 +datum=WGS84', 1e5, 1e5, 1000],
  ['+proj=geos +h=35786023 +lon_0=-75 +sweep=x +ellps=GRS80', -1e6, 3e6, 2000],
  ['+proj=geos +h=35785831 +lon_0=0 +sweep=y +ellps=WGS84', -1e6, 3e6, 2000],
];

describe('place against GDAL', () => {
  before(function () {
    if (!hasTool('gdal_translate') || !hasTool('gdaltransform')) this.skip();
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [system, x, y, size] of systems) {
    it(`places pixels in ${system}`, () => {
      const { locator } = openGeotiff(placed(system, x, y, size));
      expect(locator, 'a system that is known').to.not.equal(undefined);
      for (const [column, row] of [
        [0, 0],
        [13, 7],
      ]) {
        const found = locator!.positionOf(column, row)!;
        const wanted = byGdal(column, row);
        expect(found.lat).to.be.closeTo(wanted.lat, nearly);
        expect((found.lon - wanted.lon) * Math.cos((wanted.lat * Math.PI) / 180)).to.be.closeTo(0, nearly);
        expect(locator!.pixelAt(found)).to.deep.equal({ column, row });
      }
    });
  }
});
