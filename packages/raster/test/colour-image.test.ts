import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import proj4 from 'proj4';
import sharp from 'sharp';
import { type Tile, tileRange } from '@severe/geo';
import { boundsOf } from '@severe/projection';
import { toolOutput } from '@severe/testing/tools';
import { drawColourImageWindow, colourImageDrawer } from '../src/draw-colour-image.ts';
import { drawColourImageFrame } from '../src/make-frame.ts';
import { inSteps, wordOf, type ColourImage } from '../src/colour-image.ts';
import { openTilePack } from '../src/pack/reader.ts';
import { windowFor } from '../src/warp/window.ts';
import { encodeColourImage } from '../src/values/encode-colour-image.ts';
import { openColourImage, openRemoteValues, openValues } from '../src/values/index.ts';
import { planes, radarField } from './support/fields.ts';
import { seeded } from '@severe/testing/seeded';
import { conus2km, louisiana, type ViewGrid } from './support/views.ts';
import { encodeCog } from '../src/values/encode-cog.ts';
import { mercatorMetres } from './support/reference.ts';

/** Clouds over land: smooth waves with some noise, and a hole of clear cells. */
function scene({
  geometry,
  width,
  height,
}: Pick<ViewGrid, 'width' | 'height'> & Pick<ColourImage, 'geometry'>): ColourImage {
  const random = seeded(5);
  const pixels = new Uint32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const cloud = 90 + 80 * Math.sin(column / 9) * Math.cos(row / 7) + 20 * random();
      const part = (shade: number) => inSteps(Math.round(cloud * shade));
      const hole = Math.hypot(column - width * 0.7, row - height * 0.4) < 9;
      pixels[row * width + column] = hole ? 0 : wordOf(part(1), part(0.9), part(1.2));
    }
  }
  return { width, height, pixels, geometry };
}

const image = scene(louisiana);

async function decoded(png: Uint8Array | undefined): Promise<Uint8Array> {
  if (!png) return new Uint8Array(256 * 256 * 4);
  return sharp(png).ensureAlpha().raw().toBuffer();
}

/** The same tile by the plain rule, with places from proj4. */
function plainTile({ pixels, width, height, geometry }: ColourImage, { z, x, y }: Tile): Uint8Array {
  if (geometry.kind !== 'geostationary') throw new Error('made for views');
  const { lonOrigin, height: h, sweep, major, minor, x0, y0, stepX, stepY } = geometry;
  const definition = `+proj=geos +h=${h} +lon_0=${lonOrigin} +sweep=${sweep} +a=${major} +b=${minor} +x_0=0 +y_0=0`;
  const toPlane = proj4('EPSG:3857', definition);
  const place = (u: number, v: number) => {
    const [px, py] = toPlane.forward(mercatorMetres(z, x * 256 + u, y * 256 + v));
    return [(px - x0) / stepX, (y0 - py) / stepY];
  };
  const out = new Uint8Array(256 * 256 * 4);
  const cell = (column: number, row: number) => pixels[row * width + column];
  for (let v = 0; v < 256; v++) {
    for (let u = 0; u < 256; u++) {
      const corners = [place(u, v), place(u + 1, v), place(u, v + 1), place(u + 1, v + 1)];
      const centre = place(u + 0.5, v + 0.5);
      const range = (axis: number, size: number) => {
        const all = corners.map((corner) => corner[axis]);
        const [low, high] = [Math.min(...all), Math.max(...all)];
        const wide = high - low > 1;
        const first = wide ? Math.floor(low + 0.5) : Math.round(centre[axis]);
        const last = wide ? Math.ceil(high + 0.5) - 1 : Math.round(centre[axis]);
        return last < 0 || first >= size ? [1, 0] : [Math.max(0, first), Math.min(size - 1, last)];
      };
      const [left, right] = range(0, width);
      const [top, bottom] = range(1, height);
      const [c, r] = [Math.floor(centre[0]), Math.floor(centre[1])];
      const around = [cell(c, r), cell(c + 1, r), cell(c, r + 1), cell(c + 1, r + 1)];
      const smooth = c >= 0 && r >= 0 && c + 1 < width && r + 1 < height && around.every((word) => word >>> 24 === 255);
      const [du, dv] = [centre[0] - c, centre[1] - r];
      const weights = smooth ? [(1 - du) * (1 - dv), du * (1 - dv), (1 - du) * dv, du * dv] : [];
      let words: number[] = [];
      for (let row = top; row <= bottom; row++)
        for (let column = left; column <= right; column++) words.push(cell(column, row));
      const cells = words.length;
      const single = left === right && top === bottom;
      if (single && smooth) words = around;
      const opaque = words
        .map((word, i) => ({ word, weight: single && smooth ? weights[i] : 1 }))
        .filter(({ word }) => word);
      const total = opaque.reduce((sum, { weight }) => sum + weight, 0);
      for (const part of [0, 1, 2]) {
        const sum = opaque.reduce((s, { word, weight }) => s + ((word >>> (8 * part)) & 255) * weight, 0);
        out[(v * 256 + u) * 4 + part] = total > 0 ? inSteps(Math.round(sum / total)) : 0;
      }
      out[(v * 256 + u) * 4 + 3] = total > 0 ? Math.round((255 * opaque.length) / (single ? opaque.length : cells)) : 0;
    }
  }
  return out;
}

/** The tile of a zoom over the middle of an image. */
function middleTile(z: number): Tile {
  const [west, south, east, north] = boundsOf(image);
  const { minX, minY } = tileRange([(west + east) / 2, (south + north) / 2, (west + east) / 2, (south + north) / 2], z);
  return { z, x: minX, y: minY };
}

describe('images', () => {
  for (const z of [3, 5, 6, 8]) {
    it(`are averaged where a pixel is larger than a cell, and smoothed where it is not: z${z}`, async () => {
      const tile = middleTile(z);
      const [drawn, plain] = [await decoded(colourImageDrawer(image)(tile)), plainTile(image, tile)];
      let differing = 0;
      for (let i = 0; i < plain.length; i += 4) {
        const clear = drawn[i + 3] === 0 && plain[i + 3] === 0;
        // Where a place lies on the edge of a cell, and where a mean lies between two steps, roundings may differ.
        if (!clear && [0, 1, 2, 3].some((part) => Math.abs(drawn[i + part] - plain[i + part]) > 1)) differing++;
      }
      expect(differing).to.be.lessThan(8);
      expect(plain.some((part) => part > 0)).to.equal(true);
    });
  }

  it('join without seams: what is drawn from the cells of a tile alone is what the whole image gives', () => {
    const whole = colourImageDrawer(image);
    const grid = openColourImage(encodeColourImage(image));
    for (const z of [4, 6, 7, 8]) {
      const { minX, maxX, minY, maxY } = tileRange(boundsOf(image), z);
      for (let y = minY; y <= Math.min(maxY, minY + 2); y++) {
        for (let x = minX; x <= Math.min(maxX, minX + 2); x++) {
          const tile = { z, x, y };
          const window = windowFor(grid, tile);
          const part = window && grid.window(window.column, window.row, window.width, window.height);
          const name = `${z}/${x}/${y}`;
          expect(Buffer.from((part && drawColourImageWindow(part, tile)) ?? []), name).to.deep.equal(
            Buffer.from(whole(tile) ?? []),
          );
        }
      }
    }
  });

  it('can be drawn on any grid', async () => {
    const utm = planes['transverse Mercator'];
    const other = scene(utm);
    const [west, south, east, north] = boundsOf(utm);
    const { minX, minY } = tileRange(
      [(west + east) / 2, (south + north) / 2, (west + east) / 2, (south + north) / 2],
      6,
    );
    const drawn = await decoded(colourImageDrawer(other)({ z: 6, x: minX, y: minY }));
    expect(drawn.filter((part, i) => i % 4 === 3 && part === 255).length).to.be.greaterThan(10_000);
  });

  it('leave corners that miss the earth clear', async () => {
    const whole = { ...conus2km, pixels: new Uint32Array(2500 * 1500).fill(wordOf(200, 100, 40)) };
    const drawn = await decoded(colourImageDrawer(whole)({ z: 0, x: 0, y: 0 }));
    const alphaAt = (lon: number, lat: number) => {
      const v = 128 - (128 / Math.PI) * Math.asinh(Math.tan((lat * Math.PI) / 180));
      return drawn[(Math.floor(v) * 256 + Math.floor((lon / 360 + 0.5) * 256)) * 4 + 3];
    };
    expect([alphaAt(-97, 35), alphaAt(-60, 40), alphaAt(-160, 54), alphaAt(20, 40)]).to.deep.equal([255, 255, 0, 0]);
  });

  it('make an archive of every tile that shows some of it', () => {
    const { tiles, perZoom } = drawColourImageFrame(image, { name: 'scene', maxZoom: 6 });
    expect(perZoom.slice(0, 4)).to.deep.equal([1, 1, 1, 1]);
    expect(openTilePack(tiles).count).to.equal(perZoom.reduce((sum, count) => sum + count, 0));
  });

  describe('as files', () => {
    const bytes = encodeColourImage(scene({ ...louisiana, width: 600, height: 300 }));

    it('give every pixel back, at places and in windows', () => {
      const grid = openColourImage(encodeColourImage(image));
      const { pixels } = grid.window(0, 0, image.width, image.height);
      expect(pixels).to.deep.equal(image.pixels);
      const [column, row] = [40, 25];
      const { x0, y0, stepX, stepY, height: h } = louisiana.geometry;
      const [lon, lat] = proj4(`+proj=geos +h=${h} +lon_0=-75 +sweep=x +ellps=GRS80 +x_0=0 +y_0=0`).inverse([
        x0 + column * stepX,
        y0 - row * stepY,
      ]);
      expect(grid.at(lon, lat)).to.equal(image.pixels[row * image.width + column]);
      expect(grid.at(10, 50)).to.equal(undefined);
    });

    it('are no value files, nor the other way round', async () => {
      expect(() => openValues(bytes)).to.throw(DataError, 'colour cells, needed are uint16 or int32');
      expect(() => openColourImage(encodeCog(radarField(20, 20)))).to.throw(
        DataError,
        'uint16 cells, needed are colour',
      );
      const read = (start: number, length: number) => Promise.resolve(bytes.subarray(start, start + length));
      const refusal = await (await openRemoteValues(read)).at(-75, 0).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(DataError);
    });

    it('are red, green, blue and alpha with overviews on the fixed grid to GDAL', function () {
      const folder = mkdtempSync(join(tmpdir(), 'severe-image-'));
      try {
        const file = join(folder, 'image.tif');
        writeFileSync(file, bytes);
        const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', file]));
        expect(info.bands.map((band: { colorInterpretation: string }) => band.colorInterpretation)).to.deep.equal([
          'Red', 'Green', 'Blue', 'Alpha',
        ]); // prettier-ignore
        expect(info.bands[0].overviews[0].size).to.deep.equal([300, 150]);
        expect(info.coordinateSystem.wkt).to.include('Geostationary Satellite (Sweep X)').and.include('35786023');
        const at = 100 * 600 + 77;
        const grid = openColourImage(bytes);
        const values = toolOutput(this, 'gdallocationinfo', ['-valonly', file, '77', '100'])
          .trim()
          .split('\n')
          .map(Number);
        expect(wordOf(values[0], values[1], values[2], values[3])).to.equal(grid.window(0, 0, 600, 300).pixels[at]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
});
