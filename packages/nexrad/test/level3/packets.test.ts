import { expect } from 'chai';
import { limits, readProduct, type Packet } from '../../src/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';
import { halfwords, productBytes, raster, sized, words } from '../support/product.ts';

const read = (...packets: Buffer[]): Packet[] => readProduct(productBytes({ code: 58, layers: [packets] })).packets;

describe('level3/packets', () => {
  it('reads rows of runs, as wide as the longest', () => {
    const [packet] = read(
      raster([
        [
          [2, 1],
          [3, 7],
        ],
        [[4, 15]],
      ]),
    );
    expect(packet).to.deep.equal({
      kind: 'raster',
      code: 0xba07,
      layer: 0,
      rows: 2,
      columns: 5,
      packed: Uint8Array.of(1, 1, 7, 7, 7, 15, 15, 15, 15, 0),
    });
  });

  it('reads the arrays of precipitation: runs of bytes, and of four bits', () => {
    const array = Buffer.concat([
      halfwords(17, 0, 0, 4, 2),
      halfwords(4),
      Buffer.from([3, 200, 1, 9]),
      halfwords(2),
      Buffer.from([4, 255]),
    ]);
    const rates = Buffer.concat([halfwords(18, 0, 0, 4, 1), halfwords(2), Buffer.from([0x3a, 0x15])]);
    const [one, other] = read(array, rates);
    expect(one).to.deep.include({
      code: 17,
      rows: 2,
      columns: 4,
      packed: Uint8Array.of(200, 200, 200, 9, 255, 255, 255, 255),
    });
    expect(other).to.deep.include({ code: 18, rows: 1, columns: 4, packed: Uint8Array.of(10, 10, 10, 5) });
  });

  it('reads marks with their facts, quarters of a kilometre east and north', () => {
    const cells = sized(
      15,
      Buffer.concat([halfwords(-40, 10), Buffer.from('W4'), halfwords(4, -8), Buffer.from('A0')]),
    );
    const hail = sized(19, halfwords(-40, 10, 90, 60, 2));
    const circle = sized(25, halfwords(0, 0, 16));
    const vortex = sized(12, halfwords(12, 20));
    expect(read(cells, hail, circle, vortex)).to.deep.equal([
      {
        kind: 'marks',
        code: 15,
        layer: 0,
        name: 'storm cell',
        marks: [
          { eastKm: -10, northKm: 2.5, id: 'W4' },
          { eastKm: 1, northKm: -2, id: 'A0' },
        ],
      },
      {
        kind: 'marks',
        code: 19,
        layer: 0,
        name: 'hail',
        marks: [{ eastKm: -10, northKm: 2.5, hailPercent: 90, severeHailPercent: 60, sizeIn: 2 }],
      },
      { kind: 'marks', code: 25, layer: 0, name: 'storm circle', marks: [{ eastKm: 0, northKm: 0, radiusKm: 4 }] },
      { kind: 'marks', code: 12, layer: 0, name: 'tornado vortex signature', marks: [{ eastKm: 3, northKm: 5 }] },
    ]);
  });

  it('reads barbs and arrows: one has a fact before its place', () => {
    const [barb, arrow] = read(sized(4, halfwords(3, 40, 80, 225, 35)), sized(5, halfwords(4, 8, 90, 6, 2)));
    expect(barb).to.deep.include({
      name: 'wind barb',
      marks: [{ eastKm: 10, northKm: 20, level: 3, fromDeg: 225, speedKt: 35 }],
    });
    expect(arrow).to.deep.include({
      name: 'arrow',
      marks: [{ eastKm: 1, northKm: 2, directionDeg: 90, length: 6, headLength: 2 }],
    });
  });

  it('reads lines: through points, in pairs, with a level or none', () => {
    const points = [0, 0, 4, 8, 8, 4, 12, 0];
    const [linked, pairs, levelled] = read(
      sized(6, halfwords(...points)),
      sized(7, halfwords(...points)),
      sized(10, halfwords(5, ...points)),
    );
    const whole = Float32Array.from(points, (coordinate) => coordinate / 4);
    expect(linked).to.deep.include({ kind: 'lines', lines: [whole], level: undefined });
    expect(pairs).to.deep.include({ lines: [whole.slice(0, 4), whole.slice(4)] });
    expect(levelled).to.deep.include({ lines: [whole.slice(0, 4), whole.slice(4)], level: 5 });
  });

  it('reads contours, which count their own bytes', () => {
    const colour = halfwords(0x0802, 2, 7);
    const linked = halfwords(0x0e03, 0x8000, 4, 8, 4, 12, 16);
    const unlinked = halfwords(0x3501, 8, 0, 4, 8, 12);
    const packets = read(colour, linked, unlinked);
    expect(packets[1]).to.deep.include({ kind: 'lines', lines: [Float32Array.of(1, 2, 3, 4)] });
    expect(packets[2]).to.deep.include({ kind: 'lines', lines: [Float32Array.of(0, 1, 2, 3)] });
  });

  it('reads packets of packets, but no deeper', () => {
    const symbol = sized(2, Buffer.concat([halfwords(4, 8), Buffer.from('"')]));
    const past = sized(23, symbol);
    const [group] = read(past);
    expect(group).to.deep.include({ kind: 'group', name: 'past positions' });
    expect((group as { packets: Packet[] }).packets[0]).to.deep.include({
      kind: 'text',
      eastKm: 1,
      northKm: 2,
      text: '"',
    });

    const [outer] = read(sized(24, past));
    expect((outer as { packets: Packet[] }).packets).to.deep.equal([
      { kind: 'other', code: 23, layer: 0, bytes: symbol.length },
    ]);
  });

  it('skips unknown blocks by their length', () => {
    const generic = Buffer.concat([halfwords(29, 0), words(6), Buffer.alloc(6)]);
    const packets = read(sized(21, Buffer.alloc(10)), generic, sized(12, halfwords(4, 4)));
    expect(packets.map(({ kind, code }) => [kind, code])).to.deep.equal([
      ['other', 21],
      ['other', 29],
      ['marks', 12],
    ]);
  });

  it('keeps the layer of each', () => {
    const layers = [[sized(12, halfwords(4, 4))], [sized(12, halfwords(8, 8))]];
    expect(readProduct(productBytes({ code: 61, layers })).packets.map(({ layer }) => layer)).to.deep.equal([0, 1]);
  });

  it('reads text with a level and without, and no line through one point', () => {
    const [plain, levelled, line] = read(
      sized(1, Buffer.concat([halfwords(4, 8), Buffer.from('hail')])),
      sized(8, Buffer.concat([halfwords(3, 4, 8), Buffer.from('rain')])),
      sized(6, halfwords(4, 8)),
    );
    expect(plain).to.deep.include({ kind: 'text', eastKm: 1, northKm: 2, text: 'hail' });
    expect(levelled).to.deep.include({ kind: 'text', eastKm: 1, northKm: 2, text: 'rain' });
    expect(line).to.deep.include({ kind: 'lines', lines: [] });
  });

  /** Runs with a limit of its own. */
  function limited(name: 'packets' | 'productGateBytes', most: number, run: () => void): void {
    const before = limits[name];
    limits[name] = most;
    try {
      run();
    } finally {
      limits[name] = before;
    }
  }

  it('reads as many packets of a layer as the limit, and refuses one more', () => {
    const mark = sized(12, halfwords(4, 4));
    limited('packets', 2, () => {
      expect(read(mark, mark)).to.have.length(2);
      expectRefusal(() => read(mark, mark, mark), 'too-large', 'a layer has more than 2 packets');
    });
  });

  it('counts the cells of rasters together', () => {
    const cells = raster([[[10, 1]], [[10, 2]]]);
    limited('productGateBytes', 40, () => {
      expect(read(cells, cells)).to.have.length(2);
      expectRefusal(() => read(cells, cells, cells), 'too-large', 'the gates need 60 bytes');
    });
  });

  it('refuses packets of any kind that are longer than their layer', () => {
    expectRefusal(() => read(sized(21, Buffer.alloc(10)).subarray(0, -1)), 'truncated');
    expectRefusal(() => read(Buffer.concat([halfwords(29, 0), words(6), Buffer.alloc(5)])), 'truncated');
    expectRefusal(() => read(halfwords(0x0e03, 0x8000, 4, 8, 8, 12, 16)), 'truncated');
    expectRefusal(() => read(halfwords(0x3501, 10, 0, 4, 8, 12)), 'truncated');
  });

  it('refuses a packet that ends behind its layer, and rasters beyond the limit', () => {
    expectRefusal(() => read(halfwords(15, 600, 0)), 'truncated', 'layer 0');
    expectRefusal(() => read(halfwords(0xba07, 0x8000, 0xc0, 1, 1, 1, 0, 1, 0, 1001, 2)), 'too-large', '1001 rows');
    expectRefusal(() => read(halfwords(17, 0, 0, 60_000, 60_000)), 'too-large', '60000 columns');
  });
});
