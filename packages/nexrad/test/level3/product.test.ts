import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { isProduct, limits, packetStatistics, readProduct, type RadialPacket } from '../../src/index.ts';
import { answerOf, expectRefusal } from '../support/expect-refusal.ts';
import { digitalRadials, halfwords, wmoHeading, pagesOf, productBytes, runRadials, sized } from '../support/product.ts';

const reflectivity = { code: 94, thresholds: [-320, 5, 254], parameters: { 3: 5 } };

const rows = [
  [0, 1, 2, 66],
  [67, 255, 0, 0],
];

describe('level3/product', () => {
  const product = productBytes({ ...reflectivity, layers: [[digitalRadials(rows)]], heading: wmoHeading });

  it('reads heading, header and description', () => {
    const { heading, header, description, kind } = readProduct(product);
    expect(heading).to.deep.equal({ wmo: 'SDUS54', office: 'KOUN', sentAt: '202218', awips: 'N0QTLX' });
    expect(header.code).to.equal(94);
    expect(header.length).to.equal(product.length - wmoHeading.length);
    expect(new Date(header.sentAt).toISOString()).to.equal('2026-05-20T22:18:39.000Z');
    expect(new Date(description.volumeAt).toISOString()).to.equal('2026-05-20T22:15:00.000Z');
    expect(new Date(description.generatedAt).toISOString()).to.equal('2026-05-20T22:18:20.000Z');
    expect(description).to.include({ lat: 35.333, lon: -97.278, heightFt: 1277, vcp: 212, volumeNumber: 41 });
    expect(description.elevationNumber).to.equal(3);
    expect(description.parameters[3]).to.equal(5);
    expect(kind).to.deep.equal({ name: 'Base Reflectivity Data Array', units: 'dBZ', cellM: 1000 });
  });

  it('reads gates, and their values by the levels', () => {
    const { packets, levels } = readProduct(product);
    const [packet] = packets as RadialPacket[];
    expect(packet).to.include({ kind: 'radial', code: 16, layer: 0, radials: 2, gates: 4, firstGate: 0 });
    expect([...packet.packed]).to.deep.equal(rows.flat());
    expect([...packet.startsDeg, ...packet.widthsDeg]).to.deep.equal([0, 180, 180, 180]);
    expect(Array.from(packet.packed, (code) => levels.values[code])).to.deep.equal([
      NaN,
      NaN,
      -32,
      0,
      0.5,
      94.5,
      NaN,
      NaN,
    ]);
    expect(packetStatistics(packet, levels)).to.deep.equal({ count: 8, missing: 4, min: -32, max: 94.5, mean: 15.75 });
  });

  it('reads the same without a heading, packed, or in the frames of a network', () => {
    const { packets } = readProduct(product);
    const bare = product.subarray(wmoHeading.length);
    expect(readProduct(bare).packets).to.deep.equal(packets);
    expect(readProduct(bare).heading).to.equal(undefined);

    const packed = productBytes({ ...reflectivity, layers: [[digitalRadials(rows)]], isPacked: true });
    expect(packed.subarray(120, 123).toString()).to.equal('BZh');
    expect(readProduct(packed).packets).to.deep.equal(packets);

    // A control block of 12 halfwords and the heading are in the first frame too; the last is followed by an end mark
    const whole = Buffer.concat([halfwords(0x400c), Buffer.alloc(22), product]);
    const frames = [whole.subarray(0, 90), whole.subarray(90)].map((frame) => deflateSync(frame));
    const sent = Buffer.concat([
      Buffer.from(`\x01\r\r\n245 \r\r\n${wmoHeading}`),
      ...frames,
      Buffer.from('\r\r\n\x03'),
    ]);
    expect(readProduct(sent).packets).to.deep.equal(packets);
    expect(readProduct(sent).heading?.awips).to.equal('N0QTLX');
  });

  it('reads sixteen levels in runs', () => {
    const runs: [number, number][][] = [
      [
        [3, 0],
        [2, 15],
      ],
      [[15, 4]], // more than there are gates
      [[1, 9]], // and fewer
    ];
    const bytes = productBytes({
      code: 19,
      thresholds: [0x8002, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75],
      layers: [[runRadials(runs, 5)]],
    });
    const { packets, levels } = readProduct(bytes);
    const [packet] = packets as RadialPacket[];
    expect([...packet.packed]).to.deep.equal([0, 0, 0, 15, 15, 4, 4, 4, 4, 4, 9, 0, 0, 0, 0]);
    expect(packetStatistics(packet, levels)).to.deep.equal({ count: 15, missing: 7, min: 20, max: 75, mean: 36.875 });
  });

  it('keeps what is stored where a packet counts fewer gates', () => {
    const bytes = productBytes({ ...reflectivity, layers: [[digitalRadials([[5, 6, 7, 0]], 360, 3)]] });
    expect(readProduct(bytes).packets[0]).to.include({ radials: 1, gates: 4 });
  });

  it('reads pages of text and of packets', () => {
    const tabular = [['STORM POSITION', ' W4  231/ 40'], ['second page']];
    const graphic = [[sized(8, Buffer.concat([halfwords(3, 8, 12), Buffer.from('CELL')]))]];
    const read = readProduct(productBytes({ code: 58, layers: [[]], graphic, tabular }));
    expect(read.tabular).to.deep.equal(tabular);
    expect(read.graphic).to.deep.equal([[{ kind: 'text', code: 8, layer: 0, eastKm: 2, northKm: 3, text: 'CELL' }]]);
    expect(read.packets).to.deep.equal([]);
  });

  it('reads products that are pages and nothing else', () => {
    const head = productBytes({ code: 62 });
    const read = readProduct(Buffer.concat([head, pagesOf([['one'], ['two', '']])]));
    expect(read.tabular).to.deep.equal([['one'], ['two', '']]);
  });

  it('identifies a product by its heading, or by a header that the description confirms', () => {
    expect(isProduct(product)).to.equal(true);
    expect(isProduct(product.subarray(wmoHeading.length))).to.equal(true);
    expect(isProduct(Buffer.from('GRIB'.padEnd(200)))).to.equal(false);
    expect(isProduct(Buffer.alloc(200, 0xff))).to.equal(false); // -1 where it must be, the same code twice, but none
    expect(isProduct(Buffer.alloc(200))).to.equal(false);
  });

  it('identifies the codes 16 to 299 as products', () => {
    const identified = (code: number) => isProduct(productBytes({ code })); // 120 bytes: header and description
    expect([15, 16, 299, 300].map(identified)).to.deep.equal([false, true, true, false]);
    expect(isProduct(productBytes({ code: 94 }).subarray(0, 119))).to.equal(false);
  });

  it('identifies no product by a description of another code, or without its divider', () => {
    const other = productBytes({ code: 94 });
    other.writeUInt16BE(19, 0);
    const undivided = productBytes({ code: 94 });
    undivided.writeInt16BE(1, 18);
    expect([isProduct(other), isProduct(undivided)]).to.deep.equal([false, false]);
  });

  it('has no packets and no pages where a product has no blocks', () => {
    expect(readProduct(productBytes({ code: 94 }))).to.deep.include({ packets: [], graphic: [], tabular: [] });
    expect(readProduct(Buffer.concat([productBytes({ code: 62 }), pagesOf([['one']])]))).to.deep.include({
      packets: [],
      graphic: [],
      tabular: [['one']],
    });
  });

  it('reads every page of packets', () => {
    const page = (text: string) => [sized(8, Buffer.concat([halfwords(3, 8, 12), Buffer.from(text)]))];
    const { graphic } = readProduct(productBytes({ code: 58, layers: [[]], graphic: ['A1', 'B2', 'C3'].map(page) }));
    const texts = graphic.map((packets) => packets.map((packet) => (packet as { text?: string }).text));
    expect(texts).to.deep.equal([['A1'], ['B2'], ['C3']]);
  });

  it('takes the heading before the frames of a network if there is none inside', () => {
    const bare = product.subarray(wmoHeading.length);
    const control = Buffer.concat([halfwords(0x4000 + 300), Buffer.alloc(598)]); // its own length in halfwords
    for (const before of [Buffer.alloc(0), control]) {
      const frames = deflateSync(Buffer.concat([before, bare]));
      const read = readProduct(Buffer.concat([Buffer.from(wmoHeading), frames]));
      expect([read.heading?.awips, read.packets.length]).to.deep.equal(['N0QTLX', 1]);
      expect(readProduct(frames).heading).to.equal(undefined);
    }
  });

  it('reads a heading without the line of the product', () => {
    const bytes = Buffer.concat([Buffer.from('SDUS54 KOUN 202218\r\r\n'), product.subarray(wmoHeading.length)]);
    expect(readProduct(bytes).heading).to.deep.equal({ wmo: 'SDUS54', office: 'KOUN', sentAt: '202218', awips: '' });
  });

  describe('refuses', () => {
    it('what is no product', () => {
      expectRefusal(() => readProduct(new Uint8Array(0)), 'not-nexrad');
      expectRefusal(() => readProduct(Buffer.from(wmoHeading)), 'not-nexrad');
      expectRefusal(() => readProduct(Buffer.from('AR2V0006.001'.padEnd(500))), 'not-nexrad');
    });

    it('a message in words', () => {
      const text = Buffer.from('NOUS63 KABR 281331\r\r\nFTMABR\r\r\nMessage Date:  Apr 28 2011 13:31:23\n');
      expectRefusal(() => readProduct(text), 'unsupported', 'FTMABR');
    });

    it('blocks, layers and pages without their dividers', () => {
      const symbologyAt = 120;
      const changed = (at: number, value: number) => {
        const bytes = Buffer.from(product.subarray(wmoHeading.length));
        bytes.writeInt16BE(value, at);
        return () => readProduct(bytes);
      };
      expectRefusal(changed(symbologyAt, 5), 'damaged', 'the symbology block begins with 5 and 1, not with -1 and 1');
      expectRefusal(changed(symbologyAt + 2, 7), 'damaged', 'the symbology block begins with -1 and 7, not');
      expectRefusal(changed(symbologyAt + 10, 3), 'damaged', 'layer 0 begins with 3, not with the divider -1');

      const pages = pagesOf([['one']]);
      pages.writeInt16BE(4, 0);
      const text = Buffer.concat([productBytes({ code: 62 }), pages]);
      expectRefusal(() => readProduct(text), 'damaged', 'the pages begin with 4, not with the divider -1');
    });

    it('a graphic or tabular block that is another', () => {
      const graphic = [[sized(8, Buffer.concat([halfwords(3, 8, 12), Buffer.from('CELL')]))]];
      const blocks = { graphic: { graphic }, tabular: { tabular: [['one']] } };
      for (const [name, more] of Object.entries(blocks)) {
        const bytes = productBytes({ code: 58, ...more });
        bytes.writeUInt16BE(9, 122);
        expectRefusal(() => readProduct(bytes), 'damaged', `the ${name} block begins with -1 and 9`);
      }
    });

    it('a frame of a network that is damaged', () => {
      const frame = deflateSync(product);
      frame.fill(0xff, 10, 40);
      const error = answerOf(() => readProduct(Buffer.concat([Buffer.from(wmoHeading), frame]))) as Error;
      expect(error)
        .to.include({ code: 'damaged' })
        .and.have.property('message')
        .that.includes('a zlib frame is damaged');
      expect(error.cause).to.be.instanceOf(Error);
      // The letter x begins no frame by itself
      expectRefusal(() => readProduct(Buffer.from('xx'.padEnd(200))), 'not-nexrad', 'no product begins here');
    });

    it('frames that are too large together', () => {
      const frame = deflateSync(Buffer.alloc(limits.productBytes * 0.6), { level: 1 });
      const sent = Buffer.concat([Buffer.from(wmoHeading), frame, frame]);
      expectRefusal(() => readProduct(sent), 'too-large', 'unpack to more than');
    });

    it('a heading that is repeated', () => {
      const twice = Buffer.concat([Buffer.from(wmoHeading), product]);
      expectRefusal(() => readProduct(twice), 'damaged', 'the product description begins with');
    });

    it('more bytes than the limit, before they are read', () => {
      const bytes = Buffer.alloc(limits.packedBytes + 1);
      expectRefusal(() => readProduct(bytes), 'too-large', `the product has ${bytes.length} bytes`);
      expectRefusal(() => readProduct(bytes.subarray(1)), 'not-nexrad');
    });

    it('too many packets in layers that are each within the limit', () => {
      const half = Array.from({ length: limits.packets / 2 }, () => sized(99, Buffer.alloc(0)));
      const read = (...layers: Buffer[][]) => readProduct(productBytes({ code: 58, layers }));
      expect(read(half, half).packets).to.have.length(limits.packets);
      expectRefusal(() => read(half, half, half.slice(0, 1)), 'too-large', 'the product has more than');
    });

    it('offsets and lengths beyond the end', () => {
      const bare = Uint8Array.from(product.subarray(wmoHeading.length));
      const view = new DataView(bare.buffer);
      view.setUint32(18 + 90, 0x7fffffff);
      expectRefusal(() => readProduct(bare), 'truncated');
      view.setUint32(18 + 90, 50);
      expectRefusal(() => readProduct(bare), 'damaged', 'symbology block begins with');
    });

    it('more gates or radials than the limits, before they are allocated', () => {
      const many = halfwords(16, 0, limits.gates + 1, 0, 0, 999, 1);
      expectRefusal(() => readProduct(productBytes({ ...reflectivity, layers: [[many]] })), 'truncated');
      const runs = halfwords(0xaf1f, 0, limits.gates + 1, 0, 0, 999, 1);
      expectRefusal(() => readProduct(productBytes({ code: 19, layers: [[runs]] })), 'too-large', '2001 gates');
      const turns = halfwords(0xaf1f, 0, 10, 0, 0, 999, limits.radials + 1);
      expectRefusal(() => readProduct(productBytes({ code: 19, layers: [[turns]] })), 'too-large', '801 radials');
      const heads = halfwords(0xaf1f, 0, limits.gates, 0, 0, 999, limits.radials);
      expectRefusal(() => readProduct(productBytes({ code: 19, layers: [[heads]] })), 'truncated');
    });

    it('few bytes that declare many gates: packets of radials that are empty', () => {
      const heads = Buffer.alloc(limits.radials * 6);
      const empty = Buffer.concat([halfwords(0xaf1f, 0, limits.gates, 0, 0, 999, limits.radials), heads]);
      const most = Math.floor(limits.productGateBytes / (limits.radials * limits.gates));
      const packets = Array.from({ length: most + 1 }, () => empty);
      expectRefusal(() => readProduct(productBytes({ code: 19, layers: [packets] })), 'too-large', 'the gates need');
      expect(readProduct(productBytes({ code: 19, layers: [packets.slice(1)] })).packets).to.have.length(most);
    });

    it('gates within packets of packets', () => {
      const inside = sized(23, runRadials([[[1, 1]]], 1));
      expectRefusal(() => readProduct(productBytes({ code: 58, layers: [[inside]] })), 'damaged', 'is within another');
    });

    it('a bomb of zlib or bzip2', () => {
      const large = Buffer.alloc(limits.productBytes + 1);
      const zlib = Buffer.concat([Buffer.from(wmoHeading), deflateSync(large)]);
      expectRefusal(() => readProduct(zlib), 'too-large', 'unpack to more than');
    });

    it('a scale of nothing', () => {
      const bytes = productBytes({ code: 161, thresholds: [0, 0, 0, 0, 0, 255, 2, 0], layers: [[]] });
      expectRefusal(() => readProduct(bytes), 'damaged', 'scale 0');
    });

    it('packets without end', () => {
      const empty = Array.from({ length: limits.packets + 1 }, () => sized(99, Buffer.alloc(0)));
      expectRefusal(() => readProduct(productBytes({ code: 58, layers: [empty] })), 'too-large', 'packets');
    });
  });

  it('answers every cut of a product with the product or its own error', () => {
    const bytes = productBytes({ ...reflectivity, layers: [[digitalRadials(rows)]], tabular: [['a', 'b']] });
    for (let length = 0; length < bytes.length; length++) answerOf(() => readProduct(bytes.subarray(0, length)));
    for (let length = 0; length < product.length; length++) {
      const answer = answerOf(() => readProduct(product.subarray(0, length)));
      expect(answer, `${length} bytes`).to.be.instanceOf(Error); // nothing of it can be left out
    }
  });
});
