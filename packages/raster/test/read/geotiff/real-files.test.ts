import { readFileSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { fromArrayBuffer } from 'geotiff';
import { shared } from '@severe/testing/shared';
import { encodeCog } from '../../../src/index.ts';
import { openGeotiff } from '@severe/tiff';
import { radarField } from '../../support/fields.ts';

interface Expected {
  gdalinfo: { size: [number, number]; bands: unknown[] };
  samples: { px: number; py: number; values: (number | string)[]; lat?: number | null; lon?: number | null }[];
}

const maxPixels = 5e6; // larger ones take seconds; they are read by the benchmarks

/** Files in a compression that is not supported. */
const unsupported = ['byte_LZMA.tif'];

const files = ['geotiff', 'goes'].flatMap((group) => {
  const folder = shared(`data/raster/${group}`);
  const names = folder
    ? readdirSync(folder).filter((name) => /\.tiff?$/.test(name) && !unsupported.includes(name))
    : [];
  return names.map((name) => ({ name, path: `${folder}/${name}` }));
});

describe('read/geotiff on real files', () => {
  for (const { name, path } of files) {
    const expected = JSON.parse(readFileSync(`${path}.expected.json`, 'utf8')) as Expected;
    const [width, height] = expected.gdalinfo.size;
    if (width * height > maxPixels) continue;
    it(`reads the pixels of ${name.slice(0, 60)} as GDAL does`, async () => {
      const image = openGeotiff(readFileSync(path));
      expect([image.width, image.height, image.bands.length]).to.deep.equal([
        width,
        height,
        expected.gdalinfo.bands.length,
      ]);
      const indices = expected.samples.map(({ px, py }) => py * width + px);
      const { cells } = await image.survey({ indices });
      expected.samples.forEach(({ px, py, values, lat, lon }, i) => {
        values.forEach((value, band) => {
          const stored = cells.get(indices[i])?.[band] as number;
          if (typeof value === 'number') expect(stored).to.be.closeTo(value, 1e-6 * Math.abs(value) + 1e-9);
        });
        const place = image.locator?.positionOf(px, py);
        if (!place || lat === null || lat === undefined || lon === null || lon === undefined) return;
        expect(place.lat).to.be.closeTo(lat, 0.002);
        const east = ((place.lon - lon + 540) % 360) - 180;
        expect(east * Math.cos((lat * Math.PI) / 180)).to.be.closeTo(0, 0.002);
      });
    });
  }

  it('reads value files as geotiff.js does', async () => {
    const field = radarField(700, 500);
    const bytes = encodeCog(field);
    const image = openGeotiff(bytes);
    expect(image.overviews).to.have.length.above(0);
    const indices = Array.from({ length: 700 * 500 }, (_, i) => i);
    const { cells } = await image.survey({ indices });
    const other = await (await fromArrayBuffer(Uint8Array.from(bytes).buffer)).getImage();
    const [band] = (await other.readRasters()) as unknown as [Uint16Array];
    expect(indices.map((index) => cells.get(index)?.[0])).to.deep.equal([...band]);
    expect([...band]).to.deep.equal([...field.packed]);
  });
});
