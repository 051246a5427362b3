import { hrrrProducts, models, type ModelSource } from '@severe/catalogue';
import { isField, levelText, readFields, type Grib2Field } from '@severe/grib2';
import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolOutput } from '@severe/testing/tools';
import { encodeRecord, indexText, layoutOf, type PlacedRecord } from '../../src/hrrr/file.ts';
import { gridPlace, modelGrid } from '../../src/hrrr/grid.ts';
import { openHour } from '../../src/hrrr/model-hour.ts';
import { stormModel } from '../../src/model/storms.ts';
import type { Scene } from '../../src/scene.ts';
import { coolingBy } from '../../src/shapes/outflow.ts';

const seed = 7;
const run = Date.parse('2026-05-20T21:00:00Z');
const stormsAt = stormModel(seed);

const lookFor: Record<string, string> = {
  instant: '3 hour fcst',
  'hour-max': '2-3 hour max fcst',
  'hour-sum': '2-3 hour acc fcst',
};

/** The lines of an index, cut at the colons. */
const linesOf = (lead: number): string[][] =>
  indexText(models.hrrr, run, lead)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(':'));

function fieldOf(bytes: Uint8Array): Grib2Field {
  const [field] = readFields(bytes);
  if (!isField(field)) throw new Error(field.error.message);
  return field;
}

describe('a file of a model hour', function () {
  this.timeout(60_000);
  const folder = mkdtempSync(join(tmpdir(), 'severe-simulator-'));
  const file = join(folder, 'hour.grib2');
  const layout = layoutOf(models.hrrr, 3);
  const records: Uint8Array[] = [];
  const fields = new Map<string, Grib2Field>();
  const nameOf = ({ record: { parameter, level, span } }: PlacedRecord) => `${parameter}:${level}:${span}`;

  /** Values by name; each is read once. */
  const read = new Map<string, ArrayLike<number>>();
  const valuesOf = (name: string): ArrayLike<number> => {
    const values = read.get(name) ?? fields.get(name)!.values();
    read.set(name, values);
    return values;
  };
  const at = (name: string, lat: number, lon: number): number => {
    const { column, row } = gridPlace({ lat, lon });
    return valuesOf(name)[Math.round(row) * modelGrid.width + Math.round(column)];
  };

  before(() => {
    const hour = openHour(stormsAt, seed, run, 3);
    for (const placed of layout) {
      const bytes = encodeRecord(hour, placed.record);
      records.push(bytes);
      fields.set(nameOf(placed), fieldOf(bytes));
    }
    writeFileSync(file, Buffer.concat(records));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('has every record at the offset and with the size of the index', () => {
    let offset = 0;
    linesOf(3).forEach(([number, start], i) => {
      expect(Number(number)).to.equal(i + 1);
      expect(Number(start)).to.equal(offset);
      expect(records[i].length).to.equal(layout[i].size);
      offset += records[i].length;
    });
    expect(linesOf(3)).to.have.length(records.length);
  });

  it('has every record that the products of the catalogue are made of, once', () => {
    const lines = linesOf(3).map(([, , , parameter, level, time]) => `${parameter}:${level}:${time}`);
    for (const { source } of hrrrProducts) {
      for (const { parameter, level, over } of (source as ModelSource).records) {
        const wanted = `${parameter}:${level}:${lookFor[over]}`;
        expect(
          lines.filter((line) => line === wanted),
          wanted,
        ).to.have.length(1);
      }
    }
  });

  it('has the level and time of the index line in each record', () => {
    for (const placed of layout) {
      const { product } = fields.get(nameOf(placed))!;
      expect(levelText(product.surfaces)).to.equal(placed.record.level);
      expect(product.validAt?.toISOString()).to.equal('2026-05-21T00:00:00.000Z');
      const { from, until } = product.over?.interval ?? { from: 0, until: 0 };
      expect((Number(until) - Number(from)) / 3_600_000).to.equal(
        { instant: 0, 'hour-max': 1, 'hour-sum': 1, 'run-sum': 3 }[placed.record.span],
      );
    }
  });

  it('has no record over an hour before the analysis', () => {
    const times = linesOf(0).map(([, , , , , time]) => time);
    expect(new Set(times)).to.deep.equal(new Set(['anl']));
    expect(linesOf(0).map(([, , , parameter]) => parameter)).not.to.include.members(['APCP', 'MXUPHL']);
  });

  it('is read by ecCodes under its names, on the grid of the model', function () {
    const names = toolOutput(this, 'grib_get', ['-p', 'shortName,stepRange', file]).trim().split('\n');
    expect(names).to.have.length(layout.length);
    expect(names).to.include.members([
      'refc 3',
      '2t 3',
      '2d 3',
      '10u 3',
      '10v 3',
      'cape 3',
      'cin 3',
      'gust 3',
      'tp 0-3',
      'tp 2-3',
    ]);
    const grids = toolOutput(this, 'grib_get', ['-p', 'gridType,Nx,Ny,DxInMetres,uvRelativeToGrid,packingType', file]);
    expect(new Set(grids.trim().split('\n'))).to.deep.equal(new Set(['lambert 1799 1059 3000 1 grid_simple']));
  });

  it('is read by GDAL with the parameters that were meant', function () {
    const info = JSON.parse(toolOutput(this, 'gdalinfo', ['-json', file])) as {
      bands: { metadata: Record<string, Record<string, string>> }[];
    };
    const elements = info.bands.map(({ metadata }) => metadata[''].GRIB_ELEMENT);
    const wanted = layout.map(({ record: { parameter, span } }) =>
      parameter.startsWith('var ')
        ? 'unknown'
        : span === 'instant' || parameter !== 'APCP'
          ? parameter
          : span === 'run-sum'
            ? 'APCP03'
            : 'APCP01',
    );
    expect(elements).to.deep.equal(wanted);
  });

  it('has a moist sector of 18 to 22 °C dew point east of a dryline, and dry air west of it', () => {
    const dew = 'DPT:2 m above ground:instant';
    for (const lat of [32, 33, 34, 35]) {
      expect(at(dew, lat, -95.5) - 273.15).to.be.within(16, 24);
      expect(at(dew, lat, -104) - 273.15).to.be.below(8);
    }
  });

  it('has energy where the air is moist, a cap on it, and none in the deserts or the north', () => {
    expect(at('CAPE:surface:instant', 32, -97)).to.be.within(1500, 5000);
    expect(at('CIN:surface:instant', 32, -97)).to.be.within(-250, -5);
    expect(at('LFTX:500-1000 mb:instant', 32, -97)).to.be.below(-4);
    for (const [lat, lon] of [
      [33, -106],
      [45, -100],
    ] as const) {
      expect(at('CAPE:surface:instant', lat, lon)).to.be.below(100);
      expect(at('LFTX:500-1000 mb:instant', lat, lon)).to.be.above(0);
    }
  });

  it('never has a dew point above the temperature', () => {
    const [dew, warm] = ['DPT', 'TMP'].map((parameter) => valuesOf(`${parameter}:2 m above ground:instant`));
    let wrong = 0;
    for (let i = 0; i < dew.length; i++) if (dew[i] > warm[i]) wrong++;
    expect(wrong).to.equal(0);
  });

  it('has shear for supercells over the plains', () => {
    const shear = Math.hypot(
      at('VUCSH:0-6000 m above ground:instant', 35, -98),
      at('VVCSH:0-6000 m above ground:instant', 35, -98),
    );
    expect(shear).to.be.within(20, 35);
    expect(at('HLCY:3000-0 m above ground:instant', 36, -97)).to.be.within(80, 500);
  });

  it('rises from the Gulf to the Rockies, and the sea is level', () => {
    const ground = 'HGT:surface:instant';
    const heights = [-95, -98, -101, -103].map((lon) => at(ground, 36.5, lon));
    expect(heights).to.deep.equal(heights.toSorted((a, b) => a - b));
    expect(heights[0]).to.be.within(100, 500);
    expect(at(ground, 39.5, -106)).to.be.above(2000);
    for (const [lat, lon] of [
      [26, -92],
      [35, -125],
      [35, -72],
    ] as const)
      expect(at(ground, lat, lon)).to.equal(0);
  });

  it('has echo, rain and rotating updraft of the same storms: they lie together', () => {
    const echo = valuesOf('REFC:entire atmosphere:instant');
    const rain = valuesOf('APCP:surface:hour-sum');
    const run3 = valuesOf('APCP:surface:run-sum');
    const updraft = valuesOf('MXUPHL:5000-2000 m above ground:hour-max');
    let strongest = 0;
    let wettest = 0;
    let spinning = 0;
    let less = 0;
    for (let i = 0; i < echo.length; i++) {
      if (echo[i] > echo[strongest]) strongest = i;
      if (rain[i] > rain[wettest]) wettest = i;
      if (updraft[i] > updraft[spinning]) spinning = i;
      if (run3[i] < rain[i] - 1 / 32) less++;
    }
    expect(echo[strongest]).to.be.within(50, 75);
    expect(rain[wettest]).to.be.within(8, 110);
    expect(updraft[spinning]).to.be.within(25, 400);
    expect(less).to.equal(0);
    // Within the hour before, the storm that rotated was at most an hour's way from where it rained.
    const cells = (a: number, b: number) => {
      const [ra, rb] = [a, b].map((i) => Math.floor(i / modelGrid.width));
      return Math.hypot((a % modelGrid.width) - (b % modelGrid.width), ra - rb);
    };
    let nearest = Infinity;
    for (let i = 0; i < rain.length; i++) if (rain[i] > 8) nearest = Math.min(nearest, cells(i, spinning));
    expect(nearest * 3).to.be.below(25);
  });

  it('is cooled where it rains', () => {
    const echo = valuesOf('REFC:entire atmosphere:instant');
    const warm = valuesOf('TMP:2 m above ground:instant');
    const cape = valuesOf('CAPE:surface:instant');
    let coolest = Infinity;
    let most = 0;
    for (let i = 0; i < echo.length; i++) {
      if (echo[i] < 52) continue;
      coolest = Math.min(coolest, warm[i] - 273.15);
      most = Math.max(most, cape[i]);
    }
    expect(coolest).to.be.below(24);
    expect(most).to.be.below(1200);
  });

  it('stays cool behind a storm, and has warmed again three and a half hours later', () => {
    const hour = (hoursLater: number) => openHour(stormsAt, seed, run, 3 + hoursLater);
    const pools = hour(0).coldPools();
    const cold = [...pools.keys()].filter((i) => pools[i] > 0.95);
    expect(cold.length).to.be.above(100);
    const mean = (field: Float32Array): number => cold.reduce((sum, i) => sum + field[i], 0) / cold.length;
    const left = [0, 1, 2, 4].map((hoursLater) => mean(hour(hoursLater).coldPools()));
    expect(left[1], 'an hour later').to.be.above(0.6);
    expect(left[2], 'two hours later').to.be.within(0.2, left[1]);
    expect(left[3], 'four hours later').to.be.below(0.35);
    const { scene, valid } = hour(1);
    expect(left[1], 'more than its own rain cools').to.be.above(mean(coolingNow(scene(valid))) + 0.2);
  });

  /** The cooling by the rain of one moment. */
  function coolingNow({ block, base }: Scene): Float32Array {
    const field = new Float32Array(modelGrid.points);
    base.forEach((dbz, i) => {
      const [x, y] = [i % block.width, Math.floor(i / block.width)];
      field[(block.row + y) * modelGrid.width + block.column + x] = coolingBy(dbz);
    });
    return field;
  }
});
