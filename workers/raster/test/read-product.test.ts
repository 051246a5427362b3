import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { findProduct, hrrrProducts, radarProducts, type GribRecord, type RasterProduct } from '@severe/catalogue';
import type { ProductInput } from '@severe/grib2/write';
import { patched } from '@severe/grib2/testing';
import { encodeCog, encodeColourImage, type Field } from '@severe/raster';
import { abiFile } from '@severe/raster/testing/abi-file';
import { recordFile, type RecordTimes } from '@severe/raster/testing/record-file';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { readProduct, type ReadOptions } from '../src/read-product.ts';

const referenceAt = new Date('2026-05-20T22:00:00Z');
const times: RecordTimes = { referenceAt, hour: 5 };
const validAt = new Date('2026-05-21T03:00:00Z');

const timesFor = ({ family }: RasterProduct): RecordTimes => (family === 'radar' ? { referenceAt, hour: 0 } : times);
const recordsOf = ({ source }: RasterProduct): GribRecord[] => ('records' in source ? source.records : []);

type Change = (record: GribRecord) => Partial<ProductInput>;

/** The file of a product, each of its records changed. */
const fileOf = (product: RasterProduct, change: Change = () => ({})): Uint8Array =>
  Buffer.concat(recordsOf(product).map((record) => recordFile(record, timesFor(product), change(record))));

async function refusal(raw: Uint8Array, product: RasterProduct, options?: ReadOptions): Promise<DataError | undefined> {
  try {
    await readProduct(raw, product, options);
    return undefined;
  } catch (error) {
    expect(error).to.be.instanceOf(DataError);
    return error as DataError;
  }
}

/** A statistic over some minutes until the valid time. */
const over = (statistic: number, minutes: number): Change => {
  return () => ({ over: { statistic, endsAt: validAt, length: { unit: 0, value: minutes } }, forecast: { unit: 0, value: 300 - minutes } }); // prettier-ignore
};

const statistics = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 57, 100, 192, 255];
const right: Record<GribRecord['over'], number | undefined> = { instant: undefined, 'hour-sum': 1, 'hour-max': 2 };

/** What other records of the same quantity and level there are. */
const others: [what: string, change: Change, needed?: (record: GribRecord) => boolean][] = [
  ...statistics.map((statistic): (typeof others)[number] => [
    `statistic ${statistic} of an hour`,
    over(statistic, 60),
    (record) => right[record.over] !== statistic,
  ]),
  ...[1, 2].flatMap((statistic) =>
    [15, 59, 61, 120, 180, 300].map((minutes): (typeof others)[number] => [
      `statistic ${statistic} of ${minutes} min`,
      over(statistic, minutes),
    ]),
  ),
  ['an instant', () => ({ over: undefined }), (record) => record.over !== 'instant'],
  ['a member of an ensemble', () => ({ derivation: { kind: 'member', type: 3, member: 1, members: 20 } })],
  ['the control of an ensemble', () => ({ derivation: { kind: 'member', type: 0, member: 0, members: 20 } })],
  ...[0, 1, 2, 4, 7, 8, 9, 193, 255].map((type): (typeof others)[number] => [
    `derived forecast ${type}`,
    () => ({ derivation: { kind: 'derived', type, members: 20 } }),
  ]),
  ...[0, 1, 3, 4].map((type): (typeof others)[number] => [
    `probability ${type}`,
    () => ({ derivation: { kind: 'probability', type, lower: { value: 273 }, upper: { value: 273 } } }),
  ]),
  ['a percentile', () => ({ derivation: { kind: 'percentile', percentile: 50 } })],
  ['a quantile', () => ({ derivation: { kind: 'quantile', quantile: 1, of: 2 } })],
  ['an error', () => ({ derivation: { kind: 'error' } }), (record) => record.over === 'instant'],
  [
    'a statistic of an area',
    () => ({ derivation: { kind: 'area-statistic', type: 2 } }),
    (record) => record.over === 'instant',
  ],
  ...[4, 5, 6, 7, 9, 10, 11, 14, 18, 20, 21, 23, 192, 193, 194, 200].map((process): (typeof others)[number] => [
    `process ${process}`,
    () => ({ process }),
  ]),
  ['an observation', () => ({ process: 8 }), ({ made }) => made === 'model'],
  ['a forecast', () => ({ process: 2 }), ({ made }) => made === 'observation'],
  ['another level', () => ({ surface: { type: 103, value: 80 }, secondSurface: undefined })],
  ['a layer', () => ({ surface: { type: 103, value: 2 }, secondSurface: { type: 103, value: 80 } })],
  ['another quantity', () => ({ category: 1, number: 1 })],
];

describe('read-product', () => {
  for (const product of [...radarProducts, ...hrrrProducts]) {
    it(`takes the records of ${product.family}/${product.id}, and refuses all others of their quantity`, async () => {
      expect(await refusal(fileOf(product), product)).to.equal(undefined);
      for (const [what, change, isOther = () => true] of others) {
        if (!recordsOf(product).every(isOther)) continue;
        const error = await refusal(fileOf(product, change), product);
        expect(error?.code, what).to.equal('wrong-records');
        expect(error?.message, what).to.match(/^the file holds .+; .+ needed$/);
        expect(await refusal(fileOf(product, change), product, { anyRecords: true }), `${what}, forced`).to.equal(
          undefined,
        );
      }
    });
  }

  it('takes a process that is missing: it contradicts nothing', async () => {
    for (const id of ['t2m', 'precip-1h']) {
      const product = findProduct('hrrr', id)!;
      expect(await refusal(fileOf(product, () => ({ process: 255 })), product)).to.equal(undefined); // prettier-ignore
    }
  });

  it('names what it found and what it needs', async () => {
    const [precipitation, temperature] = ['precip-1h', 't2m'].map((id) => findProduct('hrrr', id)!);
    const messages = [
      await refusal(fileOf(precipitation, over(1, 180)), precipitation),
      await refusal(fileOf(precipitation, over(1, 15)), precipitation),
      await refusal(patched(fileOf(precipitation), 4, 35, 0xff, 0xff), precipitation),
      await refusal(fileOf(temperature, others.find(([what]) => what === 'probability 0')![1]), temperature),
      await refusal(fileOf(temperature, others.find(([what]) => what.startsWith('a member'))![1]), temperature),
      await refusal(patched(fileOf(temperature), 4, 8, 0, 105), temperature),
    ].map((error) => error?.message.split('; '));
    const needed = 'APCP at surface, sum of 1 h (analysis or forecast) needed';
    const neededToo = 'TMP at 2 m above ground (analysis or forecast) needed';
    expect(messages).to.deep.equal([
      ['the file holds APCP at surface, sum of 3 h (forecast)', needed],
      ['the file holds APCP at surface, sum of 15 min (forecast)', needed],
      ['the file holds APCP at surface, sum of an unknown interval (forecast)', needed],
      ['the file holds Probability of TMP below 273 K at 2 m above ground (forecast, template 4.5)', neededToo],
      ['the file holds TMP at 2 m above ground, member 1 of an ensemble (forecast, template 4.1)', neededToo],
      ['the file holds TMP of template 4.105 at 2 m above ground, unknown of an unknown interval (forecast, template 4.105)', neededToo],
    ]); // prettier-ignore
  });

  it('refuses components of two hours or two runs', async () => {
    const wind = findProduct('hrrr', 'wind10m')!;
    const [u, v] = recordsOf(wind);
    const later = { referenceAt: new Date('2026-05-20T23:00:00Z'), hour: 4 };
    for (const other of [{ ...times, hour: 6 }, later]) {
      const error = await refusal(Buffer.concat([recordFile(u, times), recordFile(v, other)]), wind);
      expect(error?.message).to.match(/^the file holds records of two times, /);
    }
  });

  it('names three of many fields', async () => {
    const t2m = findProduct('hrrr', 't2m')!;
    const [record] = recordsOf(t2m);
    const wind = findProduct('hrrr', 'wind10m')!;
    const many = Buffer.concat(Array.from({ length: 2 }, () => recordFile(record, times)));
    expect((await refusal(many, t2m))?.code).to.equal('grib2-fields');
    expect((await refusal(many, wind))?.code).to.equal('wrong-records');
  });

  describe('times', () => {
    const t2m = findProduct('hrrr', 't2m')!;
    const vil = findProduct('radar', 'vil')!;

    it('are those of the frame', async () => {
      expect(await refusal(fileOf(t2m), t2m, { frame: { runAt: referenceAt, validAt } })).to.equal(undefined);
      for (const frame of [
        { runAt: new Date('2026-05-20T21:00:00Z'), validAt },
        { runAt: referenceAt, validAt: new Date('2026-05-21T04:00:00Z') },
      ]) {
        expect((await refusal(fileOf(t2m), t2m, { frame }))?.code).to.equal('wrong-time');
      }
    });

    it('of a measurement are nearer to its frame than to the next one', async () => {
      for (const [time, code] of [
        ['2026-05-20T21:58:01Z', undefined],
        ['2026-05-20T22:01:59Z', undefined],
        ['2026-05-20T22:02:00Z', 'wrong-time'],
        ['2026-05-20T21:00:00Z', 'wrong-time'],
      ] as const) {
        const frame = { runAt: null, validAt: new Date(time) };
        expect((await refusal(fileOf(vil), vil, { frame }))?.code, time).to.equal(code);
      }
    });

    it('are needed: a file that does not tell them is refused', async () => {
      const file = patched(fileOf(t2m), 4, 19, 0xff, 0xff, 0xff, 0xff);
      const error = await refusal(file, t2m, { frame: { runAt: referenceAt, validAt } });
      expect(error?.message).to.equal('the file is for an unknown time, 2026-05-21T03:00:00.000Z is needed');
      expect(await refusal(file, t2m)).to.equal(undefined);
    });

    it('of a satellite image are those of its scan', async () => {
      const ir = findProduct('satellite', 'ir')!;
      const file = await abiFile();
      const frame = { runAt: null, validAt: new Date('2026-05-20T18:16:00Z') };
      expect(await refusal(file, ir, { frame })).to.equal(undefined);
      const other = { runAt: null, validAt: new Date('2026-05-20T18:21:20Z') };
      expect((await refusal(file, ir, { frame: other }))?.code).to.equal('wrong-time');
    });
  });

  it('refuses a format that the product does not have', async () => {
    const [ir, vil] = [findProduct('satellite', 'ir')!, findProduct('radar', 'vil')!];
    expect((await refusal(fileOf(vil), ir))?.message).to.equal(
      'ir is made of NetCDF-4 or GeoTIFF, this file is neither',
    );
    expect((await refusal(await abiFile(), vil))?.message).to.equal(
      'vil is made of GRIB2 or GeoTIFF, this file is neither',
    );
  });

  describe('a GeoTIFF', () => {
    const t2m = findProduct('hrrr', 't2m')!;
    const field: Field = {
      width: 3,
      height: 2,
      packed: Uint16Array.of(273, 274, 275, 276, 277, 300),
      scale: 1,
      offset: 0,
      absent: [],
      geometry: { kind: 'latlon', west: -99.5, north: 40.5, stepLon: 1, stepLat: 1 },
    };
    const firstValue = async (units: string | undefined, options?: ReadOptions) => {
      const read = (await readProduct(encodeCog(field, { units }), t2m, options)) as Field;
      return read.offset + read.packed[0] * read.scale;
    };

    it('has the units of the provider, if it tells no others', async () => {
      for (const units of [undefined, 'K', '[K]', 'kelvin', 'something']) {
        expect(await firstValue(units)).to.be.closeTo(273 - 273.15, 1e-9);
      }
    });

    it('is not converted if it has the units of the product', async () => {
      for (const units of ['degC', '[C]', '°C']) expect(await firstValue(units)).to.equal(273);
    });

    it('of units of another quantity is refused, but for --force', async () => {
      const raw = encodeCog(field, { units: 'dBZ' });
      expect((await refusal(raw, t2m))?.message).to.equal('the file holds values in dBZ; t2m in degC or K needed');
      expect(await firstValue('dBZ', { anyRecords: true })).to.be.closeTo(273 - 273.15, 1e-9);
    });

    it('of colours is refused as values', async () => {
      const pixels = Uint32Array.from({ length: 6 }, () => 0xff336699);
      const image = encodeColourImage({ width: 3, height: 2, pixels, geometry: field.geometry });
      expect((await refusal(image, t2m))?.message).to.include('the image holds colours; values are needed');
      expect(await refusal(image, findProduct('satellite', 'geocolor')!)).to.equal(undefined);
    });
  });

  describe('files of the field', () => {
    for (const [name, id, found] of [
      ['apcp_0-3h_drawn_as_precip-1h.grib2', 'precip-1h', 'APCP at surface, sum of 3 h (analysis)'],
      ['acc_end_ff.grib2', 'precip-1h', 'APCP at surface, sum of an unknown interval (analysis)'],
      ['acc_n0_short.grib2', 'precip-1h', 'APCP at surface, unknown of an unknown interval (analysis)'],
      [
        'probability_of_t2m.grib2',
        't2m',
        'Probability of TMP below 273 K at 2 m above ground (analysis, template 4.5)',
      ],
    ] as const) {
      it(`refuses ${name} as ${id}`, async function () {
        const file = readFileSync(sharedFile(this, `data/field-2026-11/raster/${name}`));
        const error = await refusal(file, findProduct('hrrr', id)!);
        expect([error?.code, error?.message.split('; ')[0]]).to.deep.equal([
          'wrong-records',
          `the file holds ${found}`,
        ]);
      });
    }

    for (const [name, id] of [
      ['EchoTop_18_00.50_20220704-110040', 'echo-tops'],
      ['MESH_Max_30min_00.50_20220704-110040', 'mesh-30min'],
      ['MergedReflectivityQCComposite_00.50_20220704-110240', 'composite-reflectivity'],
      ['RotationTrack30min_00.50_20220704-110040', 'rotation-30min'],
      ['VIL_00.50_20220704-110040', 'vil'],
    ] as const) {
      it(`takes ${name} as ${id}`, async function () {
        const file = readFileSync(sharedFile(this, `data/raster/grib2-derived/MRMS_${name}.grib2.gz`));
        const validAt = new Date(`2022-07-04T11:0${name.at(-3)}:00Z`);
        expect(await refusal(file, findProduct('radar', id)!, { frame: { runAt: null, validAt } })).to.equal(undefined);
      });
    }
  });
});
