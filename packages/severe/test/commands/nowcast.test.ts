import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '@severe/base';
import { encodeCog, type Field } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import { recordFile } from '@severe/raster/testing/record-file';
import { expect } from 'chai';
import { nowcastFiles } from '../../src/commands/nowcast/nowcast-files.ts';

const [width, height] = [120, 90];
const missing = 65535;
const geometry = { kind: 'latlon', west: -100, north: 38, stepLon: 0.01, stepLat: 0.01 } as const;

/** Rain of three showers that move 0.8 cells east a minute; the last column was not observed. */
function rainAt(minutes: number, change: Partial<Field> = {}): Field {
  const showers = [[30, 30, 4], [45, 50, 6], [25, 65, 5]]; // prettier-ignore
  const packed = Uint16Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x === width - 1) return missing;
    const rates = showers.map(([atX, atY, size]) =>
      Math.exp(-((x - atX - 0.8 * minutes) ** 2 + (y - atY) ** 2) / (2 * size * size)),
    );
    return Math.round(10 * 30 * Math.max(...rates)); // tenths of mm/h
  });
  return {
    width,
    height,
    packed,
    scale: 0.1,
    offset: 0,
    absent: [{ code: missing, means: 'missing' }],
    geometry,
    ...change,
  };
}

describe('severe nowcast', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-nowcast-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, field: Field): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, encodeCog(field, { units: 'mm/h' }));
    return path;
  };
  /** Frames of minutes after 12:00. */
  const framesOf = (...minutes: number[]): Promise<string[]> =>
    Promise.all(
      minutes.map((minute) => write(`rain-20260520-12${String(minute).padStart(2, '0')}.tif`, rainAt(minute))),
    );
  const nowcast = async (files: string[], options: object = {}) => {
    const out = await mkdtemp(join(folder, 'out-'));
    return { out, report: await nowcastFiles(files, { out, minutes: 20, step: 10, ...options }) };
  };
  const problem = (files: string[], options: object = {}): Promise<string> =>
    nowcast(files, options).then(
      () => 'none',
      (error: unknown) => {
        expect(error).to.be.instanceOf(StartError);
        return (error as StartError).message;
      },
    );

  it('writes a GeoTIFF a lead time, on the grid and in the units of the frames, in which the showers have moved on', async () => {
    const { out, report } = await nowcast(await framesOf(0, 5, 10));
    expect(report).to.deep.include({
      base: '2026-05-20T12:10:00.000Z',
      past: 10,
      frames: [{ minutes: 10, file: 'nowcast-010.tif' }, { minutes: 20, file: 'nowcast-020.tif' }], // prettier-ignore
    });
    const { units, ...found } = await readGeotiffField(await readFile(join(out, 'nowcast-020.tif')));
    const truth = rainAt(30);
    expect([found.width, found.height, units]).to.deep.equal([width, height, 'mm/h']);
    expect(found.geometry).to.deep.equal(geometry);
    const hits = (threshold: number) => {
      let [both, either] = [0, 0];
      for (let i = 0; i < truth.packed.length; i++) {
        if (found.packed[i] === missing || truth.packed[i] === missing) continue;
        const [forecast, seen] = [found.packed[i] * found.scale, truth.packed[i] * truth.scale].map(
          (rate) => rate >= threshold,
        );
        if (forecast && seen) both++;
        if (forecast || seen) either++;
      }
      return both / either;
    };
    expect(hits(1)).to.be.above(0.85);
    expect(hits(10)).to.be.above(0.8);
    expect(found.packed[45 * width], 'from beyond the grid').to.equal(missing);
  });

  it('takes the time of frames from GRIB2 files, and where nothing tells it, their interval from the caller', async () => {
    const record = { parameter: 'REFC', level: 'entire atmosphere', over: 'instant', made: 'model' } as const;
    const files = await Promise.all(
      [0, 1].map(async (hour) => {
        const path = join(folder, `model-${hour}.grib2`);
        await writeFile(path, recordFile(record, { referenceAt: new Date('2026-05-20T12:00:00Z'), hour }));
        return path;
      }),
    );
    expect(await problem(files)).to.match(/model-0\.grib2: 60 minutes before the next frame; at most 20 are bridged$/);
    const nameless = await Promise.all([0, 5].map((minute) => write(`frame-${minute}.tif`, rainAt(minute))));
    expect(await problem(nameless)).to.match(/neither the file nor its name tells its time; --every <minutes>/);
    const { report } = await nowcast(nameless, { every: 5 });
    expect(report).to.deep.include({ base: null, past: 5 });
  });

  it('refuses with one line what is no sequence', async () => {
    const [first, second] = await framesOf(0, 5);
    expect(await problem([first])).to.equal('a motion needs at least two frames, got 1');
    expect(await problem([second, first])).to.match(/oldest first, and each of another time/);
    expect(await problem([first, first])).to.match(/oldest first, and each of another time/);
    const moved = await write('rain-20260520-1206.tif', rainAt(6, { geometry: { ...geometry, west: -99 } }));
    expect(await problem([second, moved])).to.match(/its cells are at other places/);
    const small = { ...rainAt(7), width: 60, height: 180 };
    const jump = await write('rain-20260520-1207.tif', small);
    expect(await problem([second, jump])).to.match(/120 × 90 cells, .* has 60 × 180 cells; one grid is needed/);
    const away = await write(
      'rain-20260520-1208.tif',
      rainAt(8, { packed: new Uint16Array(width * height).fill(missing) }),
    );
    expect(await problem([second, away])).to.match(/no cell of it was observed/);
    const garbage = join(folder, 'rain-20260520-1209.tif');
    await writeFile(garbage, 'II*\0 not a picture');
    expect(await problem([second, garbage])).to.include('rain-20260520-1209.tif: ');
    expect(await problem([first, join(folder, 'absent.tif')])).to.include('absent.tif: ');
    expect(await problem([first, second], { step: 30 })).to.equal('--step 30 is longer than --minutes 20');
    expect(await problem([first, second], { out: garbage })).to.match(/^--out .*1209\.tif: /);
  });

  it('keeps a sky without echoes as it is', async () => {
    const dry = rainAt(0, { packed: new Uint16Array(width * height) });
    const files = await Promise.all(['1230', '1232'].map((at) => write(`dry-20260520-${at}.tif`, dry)));
    const { out } = await nowcast(files);
    const { packed } = await readGeotiffField(await readFile(join(out, 'nowcast-020.tif')));
    expect(packed.every((code) => code === 0)).to.equal(true);
  });
});
