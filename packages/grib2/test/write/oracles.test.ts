import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { encodeGrib2, hrrrGrid, hrrrOrigin, mrmsOrigin, quantize, type Grib2Input } from '@severe/grib2/write';
import { expect } from 'chai';
import { toolOutput } from '@severe/testing/tools';
import { onlyField, positionOf, randomFrom } from '../support.ts';

const random = randomFrom(4711);

/** A piece of a mosaic with a storm in it, as MRMS would send it. */
const mosaic: Omit<Grib2Input, 'packing'> = {
  identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:39Z') },
  grid: { kind: 'latlon', width: 70, height: 50, firstLat: 36.995, firstLon: -98.995, stepLon: 0.01, stepLat: 0.01 },
  product: { category: 10, number: 0, process: 8, forecast: { unit: 0, value: 0 }, surface: { type: 102, value: 500 } },
  values: {
    codes: Uint16Array.from({ length: 3500 }, (_, i) =>
      i < 900 ? 0 : i % 70 < 20 ? 9000 : 9990 + Math.floor(random() * 700),
    ),
    reference: -9990,
    decimalScale: 1,
  },
};

/** A piece of a model field: temperature with a gradient and a little noise, the highest of an hour. */
const temperature = Float64Array.from({ length: 60 * 40 }, (_, i) => 280 + (i % 60) / 7 - i / 300 + random() / 3);
const model: Omit<Grib2Input, 'packing'> = {
  identification: { ...hrrrOrigin, referenceAt: new Date('2026-05-20T22:00:00Z') },
  grid: { ...hrrrGrid, width: 60, height: 40 },
  product: {
    category: 0,
    number: 0,
    processIds: [0, 83],
    forecast: { unit: 1, value: 4 },
    surface: { type: 103, value: 2 },
    over: { statistic: 2, endsAt: new Date('2026-05-21T03:00:00Z'), length: { unit: 1, value: 1 } },
  },
  values: quantize(temperature, { binaryScale: -4 }),
};

const fields = { mosaic, model };
const packings = ['5.0', '5.3', '5.41'] as const;

describe('what the writer makes, other readers read', () => {
  const folder = mkdtempSync(`${tmpdir()}/grib2-`);
  const file = `${folder}/field.grib2`;
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, input] of Object.entries(fields)) {
    for (const template of packings) {
      it(`ecCodes: every value of the ${name} in packing ${template}`, function () {
        const bytes = encodeGrib2({ ...input, packing: { template } });
        writeFileSync(file, bytes);
        const { grid, values } = onlyFieldWithValues(bytes);
        const lines = toolOutput(this, 'grib_get_data', ['-F', '%.10g', file]).trim().split('\n').slice(1);
        expect(lines).to.have.length(values.length);
        lines.forEach((line, index) => {
          const [lat, lon, value] = line.trim().split(/\s+/).map(Number);
          const place = positionOf(grid, index);
          expect(place.lat).to.be.closeTo(lat, 0.002);
          expect((place.lon - lon + 540) % 360).to.be.closeTo(180, 0.002);
          expect(values[index]).to.be.closeTo(value, 1e-5 * Math.abs(value));
        });
      });

      it(`GDAL: size, place, and values of the ${name} in packing ${template}`, function () {
        const bytes = encodeGrib2({ ...input, packing: { template } });
        writeFileSync(file, bytes);
        const { grid, values } = onlyFieldWithValues(bytes);
        const { width, height } = grid;
        const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', file]));
        expect(info.size).to.deep.equal([width, height]);
        const cells = [[0, 0], [width - 1, height - 1], [17, 31], [41, 8]]; // prettier-ignore
        const rowOf = (j: number) => (input === model ? height - 1 - j : j); // GDAL turns rows so that the north is up
        const asked = cells.map(([i, j]) => `${i} ${rowOf(j)}\n`).join('');
        const config = ['--config', 'GRIB_NORMALIZE_UNITS', 'NO'];
        const found = toolOutput(this, 'gdallocationinfo', [...config, '-valonly', file], asked)
          .trim()
          .split('\n');
        expect(found).to.have.length(cells.length);
        for (const [index, [i, j]] of cells.entries())
          expect(values[j * width + i]).to.be.closeTo(Number(found[index]), 1e-4);
      });
    }

    it(`ecCodes: identity and times of the ${name}`, function () {
      writeFileSync(file, encodeGrib2({ ...input, packing: { template: '5.0' } }));
      const keys = 'discipline,centre:i,dataDate,hour,minute,second,stepRange,level,localTablesVersion';
      const found = toolOutput(this, 'grib_get', ['-p', keys, file]).trim().split(/\s+/);
      const wanted = {
        mosaic: ['209', '161', '20260520', '22', '18', '39', '0', '500', '1'],
        model: ['0', '7', '20260520', '22', '0', '0', '4-5', '2', '1'],
      };
      expect(found).to.deep.equal(wanted[name as keyof typeof wanted]);
    });
  }

  it('GDAL: the name of an MRMS product, and its valid time to the second', function () {
    writeFileSync(file, encodeGrib2({ ...mosaic, packing: { template: '5.41' } }));
    const [band] = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', file])).bands;
    expect(band.metadata['']).to.include({
      GRIB_ELEMENT: 'MergedReflectivityQCComposite',
      GRIB_VALID_TIME: String(Date.parse('2026-05-20T22:18:39Z') / 1000),
    });
  });

  it('both: a field with a bitmap', function () {
    const present = Array.from({ length: 3500 }, (_, i) => i % 3 > 0);
    const count = present.filter(Boolean).length;
    const values = { codes: Uint16Array.from({ length: count }, (_, i) => i), reference: 0 };
    for (const template of packings) {
      writeFileSync(file, encodeGrib2({ ...mosaic, values, present, packing: { template } }));
      const found = toolOutput(this, 'grib_get', ['-p', 'numberOfMissing,max,average', file]).trim().split(/\s+/);
      expect(found.map(Number)).to.deep.equal([3500 - count, count - 1, (count - 1) / 2]);
      const [second, third] = ['1', '2'].map((i) =>
        toolOutput(this, 'gdallocationinfo', ['-valonly', file, i, '0']).trim(),
      );
      expect([Number(second), Number(third)]).to.deep.equal([0, 1]);
    }
  });
});

function onlyFieldWithValues(bytes: Uint8Array) {
  const field = onlyField(bytes);
  return { grid: field.grid, values: field.values() };
}
