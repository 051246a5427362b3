import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { hasTool, toolOutput } from '@severe/testing/tools';
import { ArithmeticDecoder } from '../../src/packing/jpeg2000/arithmetic.ts';
import { readImageHeader } from '../../src/packing/jpeg2000/codestream.ts';
import { decodeCodestream } from '../../src/packing/jpeg2000/decode.ts';
import { undo53, undo97 } from '../../src/packing/jpeg2000/wavelet.ts';
import { messageOf, onlyField, randomFrom, smallGrid } from '../support.ts';

function decoded(codestream: Uint8Array): Int32Array {
  const image = readImageHeader(codestream);
  const into = new Int32Array((image.x1 - image.x0) * (image.y1 - image.y0));
  decodeCodestream(codestream, image, into);
  return into;
}

const imageWidth = 150;
const imageHeight = 97;

/** A slope with noise, a flat disc and a lonely peak. */
function imageOf(bits: number): Uint32Array {
  const next = randomFrom(bits);
  const most = 2 ** bits - 1;
  return Uint32Array.from({ length: imageWidth * imageHeight }, (_, i) => {
    const [x, y] = [i % imageWidth, Math.floor(i / imageWidth)];
    if (Math.hypot(x - 70, y - 40) < 20) return x === 70 && y === 40 ? most : 0;
    return Math.floor((most * (x + y + 20 * next())) / (imageWidth + imageHeight + 20));
  });
}

const lossless = ['QUALITY=100', 'REVERSIBLE=YES'];
const variants: [what: string, bits: number, options: string[]][] = [
  ['as it is', 12, []],
  ['of 8 bits', 8, []],
  ['of 19 bits', 19, []],
  ['of 25 bits', 25, []],
  ['of one resolution', 12, ['RESOLUTIONS=1']],
  ['of nine resolutions', 12, ['RESOLUTIONS=9']],
  ['in tiles', 12, ['BLOCKXSIZE=64', 'BLOCKYSIZE=33']],
  ['in small blocks', 12, ['CODEBLOCK_WIDTH=4', 'CODEBLOCK_HEIGHT=8']],
  ['in flat blocks', 12, ['CODEBLOCK_WIDTH=1024', 'CODEBLOCK_HEIGHT=4']],
  ['in layers', 12, ['QUALITY=10,40,100']],
  ['with markers', 12, ['SOP=YES', 'EPH=YES', 'PLT=YES', 'TLM=YES']],
  ['in parts of tiles', 12, ['TILEPARTS=RESOLUTIONS', 'BLOCKXSIZE=64', 'BLOCKYSIZE=64', 'PROGRESSION=RLCP']],
  ...['LRCP', 'RLCP', 'RPCL', 'PCRL', 'CPRL'].map((order): (typeof variants)[number] => [
    `in precincts, ${order}`,
    12,
    [`PROGRESSION=${order}`, 'PRECINCTS={64,32},{32,32},{32,16}', 'BLOCKXSIZE=100', 'BLOCKYSIZE=80', 'QUALITY=20,100'],
  ]),
  ...['BYPASS', 'RESET', 'TERMALL', 'VSC', 'PREDICTABLE', 'SEGSYM', '63', 'BYPASS,TERMALL'].map(
    (style): (typeof variants)[number] => [`in blocks of style ${style}`, 16, [`CODEBLOCK_STYLE=${style}`]],
  ),
];

describe('packing/jpeg2000: what OpenJPEG writes', () => {
  const folder = mkdtempSync(`${tmpdir()}/jpeg2000-`);
  const file = `${folder}/image.j2k`;
  after(() => rmSync(folder, { recursive: true }));

  before(function () {
    if (!hasTool('gdal_translate')) this.skip();
    if (!toolOutput(this, 'gdalinfo', ['--formats']).includes('JP2OpenJPEG')) this.skip();
  });

  function encode(samples: Uint32Array, bits: number, options: string[]): Uint8Array {
    const type = bits > 16 ? 'UInt32' : bits > 8 ? 'UInt16' : 'Byte';
    const octets = bits > 16 ? 4 : bits > 8 ? 2 : 1;
    const raw = Buffer.alloc(samples.length * octets);
    samples.forEach((sample, i) => raw.writeUIntLE(sample, i * octets, octets));
    writeFileSync(`${folder}/in.raw`, raw);
    writeFileSync(
      `${folder}/in.vrt`,
      `<VRTDataset rasterXSize="${imageWidth}" rasterYSize="${imageHeight}">
         <VRTRasterBand dataType="${type}" band="1" subClass="VRTRawRasterBand">
           <SourceFilename relativeToVRT="1">in.raw</SourceFilename><PixelOffset>${octets}</PixelOffset>
           <LineOffset>${imageWidth * octets}</LineOffset><ByteOrder>LSB</ByteOrder>
         </VRTRasterBand></VRTDataset>`,
    );
    const named = bits % 8 === 0 ? options : [...options, `NBITS=${bits}`];
    const flags = ['CODEC=J2K', ...named].flatMap((option) => ['-co', option]);
    execFileSync('gdal_translate', ['-q', '-of', 'JP2OpenJPEG', ...flags, `${folder}/in.vrt`, file], { stdio: 'pipe' });
    return readFileSync(file);
  }

  for (const [what, bits, options] of variants) {
    it(what, () => {
      const samples = imageOf(bits);
      const found = decoded(encode(samples, bits, [...lossless, ...options]));
      expect([...found]).to.deep.equal([...samples]);
    });
  }

  for (const options of [['QUALITY=100'], ['QUALITY=15'], ['QUALITY=15', 'REVERSIBLE=YES']]) {
    it(`with losses (${options.join(' ')}), as OpenJPEG reads it itself`, () => {
      const found = decoded(encode(imageOf(12), 12, options));
      execFileSync('gdal_translate', ['-q', '-of', 'ENVI', file, `${folder}/out.raw`], { stdio: 'pipe' });
      const theirs = readFileSync(`${folder}/out.raw`);
      let apart = 0;
      found.forEach((sample, i) => (apart = Math.max(apart, Math.abs(sample - theirs.readUInt16LE(i * 2)))));
      expect(apart).to.be.at.most(1); // they round at other places
    });
  }

  it('is refused if it is truncated or a tile is missing', () => {
    const whole = encode(imageOf(12), 12, [...lossless, 'BLOCKXSIZE=64', 'BLOCKYSIZE=64']);
    expect(() => decoded(whole.subarray(0, whole.length - 500))).to.throw(/a part of tile \d+ up to byte \d+/);
    const lastTile = Buffer.from(whole).lastIndexOf(Buffer.of(0xff, 0x90, 0, 10));
    const without = Buffer.concat([whole.subarray(0, lastTile), Buffer.of(0xff, 0xd9)]);
    expect(() => decoded(without)).to.throw('5 tiles, the image has 6');
  });
});

describe('packing/jpeg2000: fields', () => {
  const folder = mkdtempSync(`${tmpdir()}/grib2-`);
  after(() => rmSync(folder, { recursive: true }));

  it('what ecCodes packs, with a bitmap and without', function () {
    const grid = { ...smallGrid, width: 60, height: 50, stepLon: 0.1, stepLat: 0.1 };
    const next = randomFrom(40);
    const present = Array.from({ length: 3000 }, (_, i) => i % 60 > 7);
    for (const bitmap of [undefined, present]) {
      const count = bitmap ? bitmap.filter(Boolean).length : 3000;
      const codes = Uint16Array.from({ length: count }, (_, i) => i + Math.floor(next() * 100));
      const bytes = messageOf({ grid, present: bitmap, values: { codes, reference: 0 } });
      writeFileSync(`${folder}/in.grib2`, bytes);
      toolOutput(this, 'grib_set', ['-r', '-s', 'packingType=grid_jpeg', `${folder}/in.grib2`, `${folder}/out.grib2`]);
      const [before, packed] = [onlyField(bytes), onlyField(readFileSync(`${folder}/out.grib2`))];
      expect(packed.packing).to.equal('5.40');
      expect([...packed.values()]).to.deep.equal([...before.values()]);
    }
  });
});

/** A codestream of `width` × `height` samples of 12 bits in one block whose only packet is empty. */
function emptyImage(width: number, height: number, packets: number[] = [0]): Uint8Array {
  const siz = `ff4fff5100290000${'00'.repeat(32)}00010b0101`;
  const rest = 'ff52000c00000001000004040001ff5c00044060ff90000a0000000000000001ff93';
  const head = Buffer.from(siz + rest, 'hex');
  for (const at of [8, 24]) {
    head.writeUInt32BE(width, at);
    head.writeUInt32BE(height, at + 4);
  }
  return Buffer.concat([head, Buffer.from(packets), Buffer.of(0xff, 0xd9)]);
}

describe('packing/jpeg2000: by hand', () => {
  it('is the middle of the range without coded data', () => {
    expect([...decoded(emptyImage(3, 2))]).to.deep.equal(Array(6).fill(2048));
  });

  it('decodes the test sequence of the standard of the arithmetic coder', () => {
    // ITU-T T.88, annex H.2
    const coded = '84c73bfce1a143040220000041 0dbb86f4317fff88ff37471adb6adfffac'.replace(' ', '');
    const plain = '00020051000000c00352872aaaaaaaaa82c02000fcd79ef6bf7fed904f46a3bf';
    const coder = new ArithmeticDecoder();
    coder.resetContexts();
    coder.start(Buffer.from(coded, 'hex'));
    const octets = Array.from({ length: 32 }, () => {
      let octet = 0;
      for (let bit = 0; bit < 8; bit++) octet = octet * 2 + coder.decode(1);
      return octet;
    });
    expect(Buffer.from(octets).toString('hex')).to.equal(plain);
  });

  for (const [x0, y0, width, height] of [
    [0, 0, 8, 6],
    [3, 5, 7, 9],
    [1, 0, 1, 5],
    [0, 1, 6, 1],
    [1, 1, 1, 1],
    [4, 2, 2, 2],
  ]) {
    it(`undoes both filters on ${width} × ${height} samples from ${x0},${y0}`, () => {
      const next = randomFrom(x0 + width);
      const original = Int32Array.from({ length: width * height }, () => Math.floor(next() * 1000) - 500);
      const whole = { samples: original.slice(), x0, y0, width, height };
      transform(whole, (a, b, step) => (step === 0 ? -((a + b) >> 1) : (a + b + 2) >> 2), [1, 1], 2, 2);
      undo53(whole);
      expect([...whole.samples]).to.deep.equal([...original]);
      const real = { samples: Float32Array.from(original), x0, y0, width, height };
      const factors = [-1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971];
      transform(real, (a, b, step) => factors[step] * (a + b), [1 / 1.230174104914001, 1.230174104914001], 4, 2);
      undo97(real);
      real.samples.forEach((sample, i) => expect(sample).to.be.closeTo(original[i], 1e-2));
    });
  }

  it('refuses other data and unsupported codestreams', () => {
    const bytes = emptyImage(3, 2);
    const changed = (at: number, ...octets: number[]): Uint8Array => {
      const copy = Uint8Array.from(bytes);
      copy.set(octets, at);
      return copy;
    };
    const refusal = (wrong: Uint8Array) => () => decoded(wrong);
    expect(refusal(changed(0, 0))).to.throw('JPEG 2000: the data does not begin as a codestream');
    expect(refusal(changed(41, 3))).to.throw('JPEG 2000 with 3 components');
    expect(refusal(changed(43, 2))).to.throw('JPEG 2000 with samples 2 × 1 points apart');
    expect(refusal(changed(42, 31))).to.throw('JPEG 2000 with samples of 32 bits (at most 28)');
    expect(refusal(changed(24, 0, 0, 0, 0))).to.throw('JPEG 2000: an image from 0,0 to 3,2 in tiles of 0 × 2');
    expect(refusal(changed(46, 0x5e))).to.throw('JPEG 2000 with regions of interest');
    expect(refusal(changed(50, 5))).to.throw('JPEG 2000: progression 5');
    expect(refusal(changed(54, 33))).to.throw('JPEG 2000: 33 levels of resolution');
    expect(refusal(changed(55, 8, 8))).to.throw('code blocks of 1024 × 1024, at most 4096 samples');
    expect(refusal(bytes.subarray(0, 60))).to.throw('the codestream ends at byte 60');
    expect(refusal(emptyImage(3, 2, []))).to.throw('the 0 bytes of a tile end before its packets');
    expect(refusal(emptyImage(3, 2, [0xc7, 0xff, 0x7f]))).to.throw('JPEG 2000');
  });
});

/** The filters forwards, as an encoder runs them: columns, then rows, then the gains of low and high samples. */
function transform(
  plane: { samples: Int32Array | Float32Array; x0: number; y0: number; width: number; height: number },
  change: (a: number, b: number, step: number) => number,
  gains: number[],
  steps: number,
  single: number,
): void {
  const { samples, x0, y0, width, height } = plane;
  const along = (start: number, count: number, next: number, first: number): void => {
    const at = (k: number): number => start + next * (k < 0 ? -k : k >= count ? 2 * count - 2 - k : k);
    if (count === 1) {
      if (first & 1) samples[start] *= single;
      return;
    }
    for (let step = 0; step < steps; step++) {
      for (let k = (first + step + 1) & 1; k < count; k += 2) {
        samples[at(k)] += change(samples[at(k - 1)], samples[at(k + 1)], step);
      }
    }
    for (let k = 0; k < count; k++) samples[at(k)] *= gains[(first + k) & 1];
  };
  for (let x = 0; x < width; x++) along(x, height, width, y0);
  for (let y = 0; y < height; y++) along(y * width, width, 1, x0);
}
