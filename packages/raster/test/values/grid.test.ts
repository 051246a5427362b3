import { CacheBudget } from '@severe/async';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import proj4 from 'proj4';
import type { Field } from '../../src/field.ts';
import { encodeCog } from '../../src/values/encode-cog.ts';
import { BlockCache, openValues } from '../../src/values/index.ts';
import { lambert, latLon, modelField, radarField } from '../support/fields.ts';
import { seeded } from '@severe/testing/seeded';

const radar = radarField(1100, 700);
const radarBytes = encodeCog(radar);
const model = modelField(601, 333);
const modelBytes = encodeCog(model);

const coneProjection = proj4(
  `+proj=lcc +lat_1=${lambert.lat1} +lat_2=${lambert.lat2} +lat_0=${lambert.latOrigin} +lon_0=${lambert.lonOrigin} +R=${lambert.radius}`,
);

describe('values/grid', () => {
  it('returns value, nothing, missing or outside', () => {
    const packed = Uint16Array.of(9000, 0, 10_240, 10_115);
    const grid = openValues(encodeCog(radarField(2, 2, { packed })));
    expect(grid.at(-99.995, 39.995)).to.deep.equal({ status: 'nothing', value: null });
    expect(grid.at(-99.985, 39.995)).to.deep.equal({ status: 'missing', value: null });
    expect(grid.at(-99.995, 39.985)).to.deep.equal({ status: 'ok', value: -999 + 10_240 * 0.1 });
    expect(grid.at(-99.97, 39.985)).to.deep.equal({ status: 'outside', value: null });
  });

  it('has its edges half a cell beyond the outer centres, and reports invalid points as outside', () => {
    const { at } = bound(openValues(encodeCog(radarField(2, 2))));
    const inside = [
      [-99.9999, 39.9999],
      [-99.9801, 39.9999],
      [-99.9999, 39.9801],
      [-99.9801, 39.9801],
    ];
    const beyond = [
      [-100.0001, 39.99],
      [-99.9799, 39.99],
      [-99.99, 40.0001],
      [-99.99, 39.9799],
    ];
    for (const [lon, lat] of inside) expect(at(lon, lat), `${lon} ${lat}`).to.not.equal('outside');
    for (const [lon, lat] of beyond) expect(at(lon, lat), `${lon} ${lat}`).to.equal('outside');
    expect([at(NaN, 39.99), at(-99.99, NaN), at(Infinity, 0), at(0, 90)]).to.deep.equal(Array(4).fill('outside'));
  });

  it('holds the very corner that it begins at, which is no binary number: that of the mosaics', () => {
    const geometry = { ...latLon, west: -129.995, north: 54.995 };
    const { at } = bound(openValues(encodeCog(radarField(2, 2, { geometry }))));
    expect((54.995 - 55) / 0.01 + 0.5, 'a hair above the first row').to.be.lessThan(0);
    expect(at(-130, 55)).to.not.equal('outside');
  });

  it('holds the poles and both names of the antimeridian in a grid of the whole earth', () => {
    const geometry = { kind: 'latlon', west: -157.5, north: 67.5, stepLon: 45, stepLat: 45 } as const;
    const packed = Uint16Array.from({ length: 32 }, (_, i) => 9500 + i);
    const grid = openValues(encodeCog(radarField(8, 4, { geometry, packed })));
    const codeAt = (lon: number, lat: number) => Math.round(((grid.at(lon, lat).value ?? NaN) + 999) * 10) - 9500;
    expect([codeAt(-180, 60), codeAt(180, 60)]).to.deep.equal([0, 0]);
    expect([codeAt(0, 90), codeAt(180, 90), codeAt(0, -90), codeAt(-180, -90)]).to.deep.equal([4, 0, 28, 24]);
  });

  it('gives the nearest cell of a latitude-longitude grid', () => {
    const grid = openValues(radarBytes);
    const random = seeded(1);
    for (let i = 0; i < 1000; i++) {
      const column = Math.floor(random() * radar.width);
      const row = Math.floor(random() * radar.height);
      const [lon, lat] = [
        latLon.west + 0.01 * (column + 0.98 * random() - 0.49),
        latLon.north - 0.01 * (row + 0.98 * random() - 0.49),
      ];
      expect(grid.at(lon, lat), `${column} ${row}`).to.deep.equal(expected(radar, column, row));
    }
  });

  it('gives the nearest cell of a Lambert grid, as proj4 places it', () => {
    const grid = openValues(modelBytes);
    const random = seeded(2);
    for (let i = 0; i < 1000; i++) {
      const column = Math.floor(random() * model.width);
      const row = Math.floor(random() * model.height);
      const x = lambert.x0 + 3000 * (column + 0.98 * random() - 0.49);
      const y = lambert.y0 - 3000 * (row + 0.98 * random() - 0.49);
      const [lon, lat] = coneProjection.inverse([x, y]);
      expect(grid.at(lon, lat), `${column} ${row}`).to.deep.equal(expected(model, column, row));
    }
  });

  it('finds points of a grid that counts longitudes eastwards beyond 180', () => {
    const geometry = { ...latLon, west: 360 + latLon.west };
    const grid = openValues(encodeCog(radarField(20, 20, { geometry })));
    const usual = openValues(encodeCog(radarField(20, 20)));
    expect(grid.at(-99.903, 39.903)).to.deep.equal(usual.at(-99.903, 39.903));
    expect(grid.at(260.097, 39.903).status).to.equal(usual.at(-99.903, 39.903).status).and.not.equal('outside');
  });

  it('cuts out any window with the geometry of the window', () => {
    const grid = openValues(radarBytes);
    for (const [column, row, width, height] of [
      [0, 0, 1, 1],
      [250, 250, 20, 20],
      [1, 255, 1099, 300],
      [1099, 699, 1, 1],
    ]) {
      const window = grid.window(column, row, width, height);
      expect(window).to.include({ width, height, scale: 0.1, offset: -999 });
      for (let i = 0; i < width * height; i++) {
        const [x, y] = [column + (i % width), row + Math.floor(i / width)];
        if (window.packed[i] !== radar.packed[y * radar.width + x]) expect.fail(`cell ${x}, ${y} differs`);
      }
      expect(window.geometry).to.deep.equal({
        ...latLon,
        west: latLon.west + column * 0.01,
        north: latLon.north - row * 0.01,
      });
    }
    const { geometry } = openValues(modelBytes).window(3, 5, 10, 10);
    expect(geometry).to.deep.equal({ ...lambert, x0: lambert.x0 + 9000, y0: lambert.y0 - 15_000 });
  });

  it('refuses a window that is not inside the grid', () => {
    const grid = openValues(radarBytes);
    for (const [column, row, width, height] of [
      [-1, 0, 5, 5],
      [0, 0, 1101, 5],
      [1096, 0, 5, 5],
      [0, 0, 0, 5],
      [0, 0.5, 5, 5],
    ]) {
      expect(() => grid.window(column, row, width, height), `${column} ${row}`).to.throw(RangeError, 'of 1100 × 700');
    }
  });
});

describe('values/block-cache', () => {
  it('never exceeds its limit, and returns the same values', () => {
    const cache = new BlockCache(new CacheBudget(300_000), 1);
    const grids = [openValues(radarBytes, { cache }), openValues(modelBytes, { cache })];
    const fields = [radar, model];
    const random = seeded(3);
    for (let i = 0; i < 300; i++) {
      const which = i % 2;
      const column = Math.floor(random() * fields[which].width);
      const row = Math.floor(random() * fields[which].height);
      const { packed } = grids[which].window(column, row, 1, 1);
      expect(packed[0]).to.equal(fields[which].packed[row * fields[which].width + column]);
      expect(cache.bytes).to.be.within(1, 300_000);
    }
  });

  it('lets the block go that was not used for longest', () => {
    const cache = new BlockCache(new CacheBudget(3000), 1);
    const slots: Parameters<BlockCache['get']>[0] = [];
    const block = () => new Uint16Array(500); // 1000 bytes and what an entry costs: room for two
    cache.set(slots, 0, block());
    cache.set(slots, 1, block());
    cache.get(slots, 0);
    cache.set(slots, 2, block());
    expect([0, 1, 2].map((index) => cache.get(slots, index) !== undefined)).to.deep.equal([true, false, true]);
  });

  it('keeps nothing that is too large alone, and forgets a file at once', () => {
    const cache = new BlockCache(new CacheBudget(3000), 1);
    const slots: Parameters<BlockCache['get']>[0] = [];
    cache.set(slots, 0, new Uint16Array(5000));
    expect(cache.bytes).to.equal(0);
    cache.set(slots, 0, new Uint16Array(5));
    cache.set(slots, 0, new Uint16Array(6)); // in place of the first
    const one = cache.bytes;
    cache.set(slots, 1, new Uint16Array(6));
    expect(cache.bytes).to.equal(2 * one);
    cache.forget(slots);
    expect([cache.bytes, cache.get(slots, 0), cache.get(slots, 1)]).to.deep.equal([0, undefined, undefined]);
  });

  it('keeps a constant block as one cell', () => {
    const cache = new BlockCache(new CacheBudget(1 << 20), 1);
    openValues(encodeCog(radarField(256, 256, { packed: new Uint16Array(65_536).fill(9000) })), { cache }).at(-99, 39);
    expect(cache.bytes).to.be.below(1000);
  });
});

describe('values, of damaged bytes', () => {
  const good = encodeCog(radarField(300, 280));
  const damaged = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(good);
    copy.set(bytes, at);
    return copy;
  };
  const entryAt = (tag: number) => {
    const view = new DataView(good.buffer, good.byteOffset);
    let at = view.getUint32(4, true) + 2;
    while (view.getUint16(at, true) !== tag) at += 12;
    return at;
  };

  it('names what is wrong', () => {
    expect(() => openValues(good.subarray(0, 5))).to.throw(DataError, 'has 5 bytes');
    expect(() => openValues(damaged(0, 0x4d))).to.throw(DataError, 'does not begin as a TIFF');
    expect(() => openValues(damaged(4, 0, 0, 0, 0x7f))).to.throw(DataError, 'needs 2130706434');
    expect(() => openValues(damaged(entryAt(256) + 8, 0, 0, 0, 0x7f))).to.throw(DataError, 'blocks, tag 324 lists 4');
    expect(() => openValues(damaged(entryAt(257) + 8, 0, 4))).to.throw(DataError, 'needs 8 blocks, tag 324 lists 4');
    expect(() => openValues(damaged(entryAt(259) + 8, 5))).to.throw(DataError, 'compression 5, needed is 8');
    expect(() => openValues(damaged(entryAt(322) + 8, 0, 2))).to.throw(DataError, 'blocks of 512 × 256 cells');
    expect(() => openValues(damaged(entryAt(258) + 8, 8))).to.throw(DataError, '8 bits');
    expect(() => openValues(good.subarray(0, -5))).to.throw(DataError, 'the file at');
  });

  it('reads mosaics of 14,000 × 7,000 cells, and checks the header before it allocates', () => {
    const size = (width: number, height: number) => {
      const copy = Buffer.from(good);
      copy.writeUInt32LE(width, entryAt(256) + 8);
      copy.writeUInt32LE(height, entryAt(257) + 8);
      return copy;
    };
    expect(() => openValues(size(14_000, 7000))).to.throw(DataError, 'needs 1540 blocks, tag 324 lists 4');
    expect(() => openValues(size(14_000, 14_000))).to.throw(DataError, 'needs 3025 blocks, tag 324 lists 4');
  });

  it('refuses a plain GeoTIFF that another program made', () => {
    const other = Buffer.from(good);
    other.write('SEVERE_FELID', other.indexOf('SEVERE_FIELD'));
    expect(() => openValues(other)).to.throw(DataError, 'this program did not write it');
  });

  it('rejects a damaged block when it is read, and still reads the others', () => {
    const grid = openValues(damaged(good.length - 40, 1, 2, 3, 4, 5, 6));
    expect(() => grid.at(-97.1, 37.3)).to.throw(DataError, 'block 3');
    expect(grid.at(-99.9, 39.9).status).to.equal('missing');
  });

  it('never fails otherwise than with a DataError, whichever bytes are changed', () => {
    const random = seeded(4);
    for (let i = 0; i < 3000; i++) {
      const bytes = damaged(Math.floor(random() * 2400), Math.floor(random() * 256), Math.floor(random() * 256));
      try {
        const grid = openValues(bytes);
        grid.at(-99.9, 39.9);
        grid.window(0, 0, Math.min(300, grid.width), Math.min(280, grid.height));
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
      }
    }
  });
});

function expected({ packed, width, absent, scale, offset }: Field, column: number, row: number) {
  const code = packed[row * width + column];
  const none = absent.find((entry) => entry.code === code);
  return none ? { status: none.means, value: null } : { status: 'ok', value: offset + code * scale };
}

function bound(grid: ReturnType<typeof openValues>) {
  return { at: (lon: number, lat: number) => grid.at(lon, lat).status };
}
