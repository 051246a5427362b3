import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { tileRange } from '@severe/geo';
import { expect } from 'chai';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import { readRoads } from '../../scripts/basemap/roads.ts';

const bytes = readFileSync(new URL('../../packages/viewer/assets/basemap.pmtiles', import.meta.url));
const archive = new PMTiles({
  getKey: () => 'bundled',
  getBytes: async (offset, length) => ({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
});

/** Features of a layer in the tile that contains a place. */
async function featuresAt(lat: number, lon: number, zoom: number, layer: string): Promise<VectorTileFeature[]> {
  const { minX, minY } = tileRange([lon, lat, lon, lat], zoom);
  const tile = await archive.getZxy(zoom, minX, minY);
  const found = tile && new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[layer];
  return Array.from({ length: found?.length ?? 0 }, (_, i) => found!.feature(i));
}

const namesOf = (features: VectorTileFeature[], kind: string) =>
  features.filter(({ properties }) => properties['kind'] === kind).map(({ properties }) => properties['name']);

describe('the base map archive', () => {
  it('has at most 15 MB', () => {
    expect(bytes.length).to.be.below(15e6);
  });

  it('has land, water, boundaries and names for all zooms of the map', async () => {
    const { minZoom, maxZoom } = await archive.getHeader();
    expect([minZoom, maxZoom]).to.deep.equal([0, 9]); // beyond, tiles are enlarged
    for (let zoom = 3; zoom <= 9; zoom++) {
      const [land, boundaries, places] = await Promise.all(
        ['earth', 'boundaries', 'places'].map((layer) => featuresAt(35.22, -97.44, zoom, layer)),
      );
      expect(
        [land.length, boundaries.length, places.length].every((count) => count > 0),
        `zoom ${zoom}`,
      ).to.equal(true);
    }
    expect((await featuresAt(47.35, -86.5, 9, 'earth')).length, 'no land in Lake Superior').to.equal(0);
    expect((await featuresAt(41.1, -112.5, 8, 'water')).length, 'the Great Salt Lake').to.be.above(0);
    expect((await featuresAt(49.9, -97.1, 7, 'earth')).length, 'Winnipeg is on land').to.be.above(0);
  });

  it('names towns and counties', async () => {
    const places = await featuresAt(35.22, -97.44, 9, 'places');
    expect(namesOf(places, 'locality')).to.include.members(['Norman', 'Noble']);
    expect(namesOf(places, 'county')).to.include('Cleveland');
    const far = await featuresAt(35.22, -97.44, 4, 'places');
    expect(namesOf(far, 'locality')).to.include('Oklahoma City').and.not.include('Noble');
  });

  it('names seats of counties before the towns near them, from the zoom on at which counties are told apart', async () => {
    const named = async (zoom: number) =>
      (await featuresAt(35.22, -97.44, zoom, 'places')).filter(
        ({ properties }) => Number(properties['min_zoom']) <= zoom,
      );
    const near = namesOf(await named(7), 'locality');
    expect(near)
      .to.include.members(['Oklahoma City', 'Norman', 'Purcell', 'El Reno', 'Guthrie'])
      .and.not.include.members(['Noble']);
    const capitals = Object.fromEntries((await named(8)).map(({ properties }) => [properties['name'], properties['capital']])); // prettier-ignore
    expect(capitals).to.include({ 'Oklahoma City': '4', Norman: '6', Tuttle: undefined });
  });

  it('states its sources', async () => {
    const { attribution } = (await archive.getMetadata()) as { attribution: string };
    expect(attribution).to.include('Natural Earth').and.include('Census Bureau').and.include('GeoNames');
  });
});

describe('roads of the Census Bureau', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'severe-roads-'))));
  after(() => rmSync(folder, { recursive: true }));

  /** Writes a shapefile by GDAL. */
  function write(name: string, roads: [fullName: string, type: string, featureClass: string][]): void {
    const features = roads.map(([FULLNAME, RTTYP, MTFCC]) => ({
      type: 'Feature',
      properties: { LINEARID: '1', FULLNAME, RTTYP, MTFCC },
      geometry: { type: 'LineString', coordinates: [[-97, 35], [-96, 35]] }, // prettier-ignore
    }));
    const source = join(folder, 'roads.json');
    writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features }));
    spawnSync('ogr2ogr', ['-f', 'ESRI Shapefile', join(folder, `${name}.shp`), source]);
  }

  it('become highways with numbers and other main roads, each once', async function () {
    if (spawnSync('ogr2ogr', ['--version']).error) this.skip();
    write('tl_2024_us_primaryroads', [['I- 35', 'I', 'S1100'], ['Turner Tpke', 'M', 'S1100']]); // prettier-ignore
    write('tl_2024_40_prisecroads', [['I- 35', 'I', 'S1100'], ['US Hwy 77', 'U', 'S1200'], ['Elm St', 'M', 'S1400']]); // prettier-ignore
    const roads = await readRoads(folder);
    const words = roads.map(({ properties: { kind, shield_text: number } }) => [kind, number]);
    expect(words).to.have.deep.members([
      ['highway', 'I-35'],
      ['highway', undefined],
      ['major_road', 'US 77'],
    ]);
  });
});
