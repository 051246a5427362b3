import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { shared } from '@severe/testing/shared';
import { packetStatistics, readProduct, type Packet, type RadialPacket, type RasterPacket } from '../../src/index.ts';
import { expectRefusal } from '../support/expect-refusal.ts';

/** What an independent reader found in a product. */
interface Expected {
  readerError?: string;
  station: string;
  messageCode: number;
  product: {
    code: number;
    lat: number;
    lon: number;
    heightFt: number;
    vcp: number;
    thresholds: number[];
    dep: number[];
  };
  metadata: { msg_time: string; vol_time: string; prod_time: string };
  hasGraphic: boolean;
  hasTab: boolean;
  packets?: {
    kind: 'radial' | 'raster';
    radials: number;
    bins: number;
    rows: number;
    cols: number;
    firstBin: number;
    rawSum: number;
    mapped?: { valid: number; min: number; max: number; mean: number };
  }[];
  samples?: { packet: number; radial?: number; startAz: number; bin: number; raw: number; value: number | null }[];
}

const folder = shared('data/raster/nexrad/level3');
const names = folder ? readdirSync(folder).filter((name) => !name.endsWith('.json')) : [];

describe('level3: real products', () => {
  before(function () {
    if (names.length === 0) this.skip();
  });

  it('are there in the kinds that matter', () => {
    expect(names.length).to.be.greaterThan(25);
  });

  for (const name of names) {
    const bytes = readFileSync(`${folder}/${name}`);
    const expected = JSON.parse(readFileSync(`${folder}/${name}.expected.json`, 'utf8')) as Expected;

    if (expected.readerError) {
      it(`${name} is refused, for it has no product`, () => expectRefusal(() => readProduct(bytes), 'unsupported'));
      continue;
    }

    it(`${name} holds what another reader finds`, () => {
      const { header, description, graphic, tabular } = readProduct(bytes);
      const { product, metadata } = expected;
      expect(header.code).to.equal(expected.messageCode);
      expect(description).to.include({ code: product.code, heightFt: product.heightFt, vcp: product.vcp });
      expect(description.lat).to.be.closeTo(product.lat, 1e-9);
      expect(description.lon).to.be.closeTo(product.lon, 1e-9);
      expect(Int16Array.from(description.thresholds)).to.deep.equal(Int16Array.from(product.thresholds));
      expect(Int16Array.from(description.parameters.subarray(1))).to.deep.equal(Int16Array.from(product.dep));
      expect(header.sentAt).to.equal(Date.parse(metadata.msg_time));
      expect(description.volumeAt).to.equal(Date.parse(metadata.vol_time));
      expect(description.generatedAt).to.equal(Date.parse(metadata.prod_time));
      expect([graphic.length > 0, tabular.length > 0]).to.deep.equal([expected.hasGraphic, expected.hasTab]);
    });

    it(`${name} has the codes and values that another reader finds`, () => {
      const { packets, levels } = readProduct(bytes);
      const images = packets.filter(isImage);
      expect(images).to.have.length(expected.packets?.length ?? 0);
      images.forEach((image, i) => {
        const told = expected.packets![i];
        const shape = image.kind === 'radial' ? [image.radials, image.gates] : [image.rows, image.columns];
        expect(shape).to.deep.equal(image.kind === 'radial' ? [told.radials, told.bins] : [told.rows, told.cols]);
        expect((image.packed as Uint8Array).reduce((sum, code) => sum + code, 0)).to.equal(told.rawSum);
        if (!told.mapped) return;
        const { count, missing, min, max, mean } = packetStatistics(image, levels);
        expect(count - missing).to.equal(told.mapped.valid);
        expect(min).to.be.closeTo(told.mapped.min, 1e-5);
        expect(max).to.be.closeTo(told.mapped.max, 1e-5);
        expect(mean).to.be.closeTo(told.mapped.mean, 1e-5);
      });
      for (const { packet, radial, startAz, bin, raw, value } of expected.samples ?? []) {
        const image = images[packet];
        if (radial === undefined || image.kind !== 'radial') continue;
        expect(image.startsDeg[radial]).to.be.closeTo(startAz, 1e-4);
        const code = image.packed[radial * image.gates + bin];
        expect(code).to.equal(raw);
        if (value === null) expect(Number.isNaN(levels.values[code])).to.equal(true);
        else expect(levels.values[code]).to.be.closeTo(value, 1e-6 * Math.max(1, Math.abs(value)));
      }
    });
  }
});

function isImage(packet: Packet): packet is RadialPacket | RasterPacket {
  return packet.kind === 'radial' || packet.kind === 'raster';
}
