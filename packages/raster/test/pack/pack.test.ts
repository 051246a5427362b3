import { DataError } from '@severe/base';
import { tileBounds, type Tile } from '@severe/geo';
import { expect } from 'chai';
import { PMTiles, TileType, type RangeResponse, type Source } from 'pmtiles';
import { openRemoteTilePack, openTilePack } from '../../src/pack/reader.ts';
import { TilePackWriter } from '../../src/pack/writer.ts';
import { storeOf } from '../support/store-of.ts';
import { seeded } from '@severe/testing/seeded';

const options = {
  name: 'radar/test',
  attribution: 'nobody',
  bounds: [-130, 20, -60, 55] as [number, number, number, number],
  minZoom: 0,
  maxZoom: 7,
};

/** Bytes in memory, as the pmtiles package wants to read them. */
class MemorySource implements Source {
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  getKey(): string {
    return 'memory';
  }
  getBytes(offset: number, length: number): Promise<RangeResponse> {
    return Promise.resolve({ data: new Uint8Array(this.#bytes.subarray(offset, offset + length)).buffer });
  }
}

const tilesOf = (z: number): Tile[] =>
  Array.from({ length: 4 ** z }, (_, i) => ({ z, x: i % 2 ** z, y: Math.floor(i / 2 ** z) }));

/** Random bytes for two tiles of three, one of four shared bodies for the others. */
function randomTiles(random: () => number, maxZoom: number): [Tile, Uint8Array][] {
  const body = (length: number) => Uint8Array.from({ length }, () => Math.floor(random() * 256));
  const shared = [body(90), body(91), body(92), body(93)];
  return Array.from({ length: maxZoom + 1 }, (_, z) => tilesOf(z))
    .flat()
    .filter(() => random() < 0.7)
    .map((tile) => [tile, random() < 0.66 ? body(20 + Math.floor(random() * 200)) : shared[Math.floor(random() * 4)]]);
}

function packOf(tiles: [Tile, Uint8Array][], more: Partial<typeof options> = {}): Uint8Array {
  const writer = new TilePackWriter({ ...options, ...more });
  for (const [tile, png] of tiles) writer.add(tile, png);
  return writer.finish();
}

describe('pack', () => {
  for (const [what, maxZoom] of [
    ['one directory', 5],
    ['leaf directories', 8],
  ] as const) {
    it(`gives every tile back through the pmtiles package and through our readers, with ${what}`, async () => {
      const tiles = randomTiles(seeded(maxZoom), maxZoom);
      const bytes = packOf(tiles, { maxZoom });
      const theirs = new PMTiles(new MemorySource(bytes));
      const ours = openTilePack(bytes);
      const { read, reads } = storeOf(bytes);
      const remote = await openRemoteTilePack(read, bytes.length);
      const header = await theirs.getHeader();
      expect((header.leafDirectoryLength ?? 0) > 0).to.equal(what === 'leaf directories');
      expect(header.rootDirectoryOffset + header.rootDirectoryLength).to.be.at.most(16_384);

      const expected = new Map(tiles.map(([tile, png]) => [`${tile.z}/${tile.x}/${tile.y}`, png]));
      for (let z = 0; z <= maxZoom; z++) {
        for (const { x, y } of tilesOf(z)) {
          const png = expected.get(`${z}/${x}/${y}`);
          const read = (await theirs.getZxy(z, x, y))?.data;
          if (!same(read && new Uint8Array(read), png)) expect.fail(`pmtiles reads ${z}/${x}/${y} otherwise`);
          if (!same(ours.tile(z, x, y), png)) expect.fail(`we read ${z}/${x}/${y} otherwise`);
          if (!same(await remote.tile(z, x, y), png)) expect.fail(`we read ${z}/${x}/${y} otherwise from afar`);
        }
      }
      const leavesEnd = (header.leafDirectoryOffset ?? 0) + (header.leafDirectoryLength ?? 0);
      const leafReads = reads.filter(([start]) => start >= (header.leafDirectoryOffset ?? 0) && start < leavesEnd);
      expect(leafReads.length > 0).to.equal(what === 'leaf directories');
      expect(new Set(leafReads.map(([start]) => start)).size, 'each leaf once').to.equal(leafReads.length);
    });
  }

  it('describes its content in its header', async () => {
    const a = Uint8Array.of(1, 2, 3);
    const b = Uint8Array.of(4);
    // z1 in the order of the curve is 0/0, 0/1, 1/1, 1/0: two of a in a row, b, and a again
    const bytes = packOf([
      [{ z: 1, x: 0, y: 0 }, a],
      [{ z: 1, x: 0, y: 1 }, Uint8Array.from(a)],
      [{ z: 1, x: 1, y: 1 }, b],
      [{ z: 1, x: 1, y: 0 }, a],
    ]);
    const archive = new PMTiles(new MemorySource(bytes));
    expect(await archive.getHeader()).to.include({
      specVersion: 3,
      clustered: true,
      tileType: TileType.Png,
      numAddressedTiles: 4,
      numTileEntries: 3,
      numTileContents: 2,
      tileDataLength: 4,
      minZoom: 0,
      maxZoom: 7,
      minLon: -130,
      minLat: 20,
      maxLon: -60,
      maxLat: 55,
      centerLon: -95,
      centerLat: 37.5,
    });
    expect(await archive.getMetadata()).to.include({ name: 'radar/test', attribution: 'nobody', format: 'png' });
    const pack = openTilePack(bytes);
    expect(pack).to.deep.include({ bounds: options.bounds, minZoom: 0, maxZoom: 7, count: 4 });
    expect(pack.metadata).to.deep.equal({ name: 'radar/test', attribution: 'nobody', format: 'png', type: 'overlay' });
  });

  it('gives the same bytes whatever the order in which the tiles came', () => {
    const tiles = randomTiles(seeded(1), 4);
    expect(Buffer.compare(packOf(tiles), packOf(tiles.toReversed()))).to.equal(0);
  });

  it('hands out views into the archive, not copies', () => {
    const bytes = packOf([[{ z: 3, x: 1, y: 2 }, Uint8Array.of(9, 9)]]);
    const tile = openTilePack(bytes).tile(3, 1, 2) as Uint8Array;
    expect(tile.buffer).to.equal(bytes.buffer);
  });

  it('reads the head, and one range for each tile, from afar', async () => {
    const bytes = packOf([
      [{ z: 3, x: 1, y: 2 }, Uint8Array.of(9, 9)],
      [{ z: 3, x: 5, y: 2 }, Uint8Array.of(8)],
    ]);
    const { read, reads } = storeOf(bytes);
    const pack = await openRemoteTilePack(read, bytes.length);
    await pack.tile(3, 5, 2);
    expect(await pack.tile(3, 7, 7)).to.equal(undefined);
    expect(await pack.tile(9, 7, 7)).to.equal(undefined);
    expect(reads).to.deep.equal([
      [0, bytes.length],
      [bytes.length - 1, 1],
    ]);
  });

  it('is refused from afar if the object ends early', async () => {
    const bytes = packOf([[{ z: 3, x: 1, y: 2 }, Uint8Array.of(9, 9)]]);
    const pack = await openRemoteTilePack(storeOf(bytes.subarray(0, -1)).read, bytes.length);
    const error = await pack.tile(3, 1, 2).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(DataError).with.property('code', 'pmtiles-truncated');
  });

  it('may be empty', async () => {
    const bytes = packOf([]);
    expect(openTilePack(bytes).tile(0, 0, 0)).to.equal(undefined);
    expect(await new PMTiles(new MemorySource(bytes)).getZxy(0, 0, 0)).to.equal(undefined);
  });

  it('has no tile outside its levels', () => {
    const pack = openTilePack(packOf([[{ z: 2, x: 0, y: 0 }, Uint8Array.of(1)]], { minZoom: 2, maxZoom: 2 }));
    expect([pack.tile(1, 0, 0), pack.tile(3, 0, 0), pack.tile(2, 1, 0)]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('refuses a tile twice, and one that is outside its levels', () => {
    const writer = new TilePackWriter(options);
    writer.add({ z: 1, x: 0, y: 0 }, Uint8Array.of(1));
    expect(() => writer.add({ z: 1, x: 0, y: 0 }, Uint8Array.of(2))).to.throw(RangeError, 'already');
    expect(() => writer.add({ z: 8, x: 0, y: 0 }, Uint8Array.of(2))).to.throw(RangeError, '0 to 7');
    expect(writer.count).to.equal(1);
  });

  it('covers the whole tile of a bound that is exact, so the bounds survive to 1e-7 degrees', () => {
    const bounds = tileBounds({ z: 9, x: 100, y: 200 });
    openTilePack(packOf([], { bounds })).bounds.forEach((value, i) => expect(value).to.be.closeTo(bounds[i], 5e-8));
  });
});

describe('pack/reader, of damaged bytes', () => {
  const good = packOf(randomTiles(seeded(2), 3));
  const damaged = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(good);
    copy.set(bytes, at);
    return copy;
  };

  it('names what is wrong', () => {
    expect(() => openTilePack(good.subarray(0, 100))).to.throw(DataError, 'has 100 bytes');
    expect(() => openTilePack(damaged(0, 0x3c, 0x68))).to.throw(DataError, 'begins with 3c68');
    expect(() => openTilePack(damaged(7, 2))).to.throw(DataError, 'version 2, needed is 3');
    expect(() => openTilePack(damaged(99, 1))).to.throw(DataError, 'tile type 1');
    expect(() => openTilePack(damaged(127, 0))).to.throw(DataError, 'root directory');
    expect(() => openTilePack(good.subarray(0, -1))).to.throw(DataError, 'has its tiles at');
  });

  it('never fails otherwise than with a DataError, whichever byte is changed', () => {
    const random = seeded(3);
    for (let i = 0; i < 2000; i++) {
      const bytes = damaged(Math.floor(random() * 600), Math.floor(random() * 256), Math.floor(random() * 256));
      try {
        const pack = openTilePack(bytes);
        for (const tile of tilesOf(3)) pack.tile(tile.z, tile.x, tile.y);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
      }
    }
  });
});

function same(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a && b ? Buffer.compare(a, b) === 0 : a === b;
}
