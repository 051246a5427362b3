import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { encodeGrib2, hrrrOrigin, mrmsOrigin, type ProductInput } from '@severe/grib2/write';
import { bzip2 } from '@severe/nexrad/write';
import { expect } from 'chai';
import { Command } from 'commander';
import { decode } from '../../src/commands/decode.ts';
import { runCommand } from '../support/run-command.ts';

const folder = mkdtempSync(`${tmpdir()}/severe-decode-`);
const path = (name: string): string => `${folder}/${name}`;

/** 5 × 4 points with two of no echo (-99) and one outside of coverage (-999), north-west first. */
const message = encodeGrib2({
  identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:18:39Z') },
  grid: { kind: 'latlon', width: 5, height: 4, firstLat: 36, firstLon: -99, stepLon: 0.5, stepLat: 0.5 },
  product: { category: 10, number: 0, process: 8, forecast: { unit: 0, value: 0 }, surface: { type: 102, value: 500 } },
  values: {
    codes: Uint16Array.of(0, 9000, 9000, ...Array.from({ length: 17 }, (_, i) => 9990 + 10 * i)),
    reference: -9990,
    decimalScale: 1,
  },
  packing: { template: '5.41' },
});

/** The message with a packing that nobody knows. */
const unknown = Uint8Array.from(message);
unknown[Buffer.from(unknown).indexOf(Uint8Array.of(0, 0, 0, 21, 5)) + 10] = 99;

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** The command in this process, its output caught. */
async function run(...args: string[]): Promise<Outcome> {
  const outcome: Outcome = { code: 0, out: '', err: '' };
  const program = new Command('severe');
  decode(program, {
    stdout: { write: (text) => (outcome.out += text) },
    stderr: { write: (text) => (outcome.err += text) },
    set exitCode(code: number) {
      outcome.code = code;
    },
  });
  await program.parseAsync(['decode', ...args], { from: 'user' });
  return outcome;
}

describe('severe decode', () => {
  before(() => {
    writeFileSync(path('good.grib2'), message);
    writeFileSync(path('good.gz'), gzipSync(message));
    writeFileSync(path('unknown.grib2'), Buffer.concat([message, unknown]));
  });
  after(() => rmSync(folder, { recursive: true }));

  it('describes each field with statistics', async () => {
    const { code, out, err } = await run(path('good.grib2'), '--json');
    expect([code, err]).to.deep.equal([0, '']);
    const mean = (-999 - 99 * 2 + (17 * 16) / 2) / 20;
    expect(JSON.parse(out)).to.deep.equal({
      file: path('good.grib2'),
      format: 'GRIB2',
      messages: [
        {
          index: 0,
          name: 'MergedReflectivityQCComposite',
          units: 'dBZ',
          level: '500 m above mean sea level',
          time: '2026-05-20T22:18:39Z',
          productTemplate: '4.0',
          process: 'observation',
          grid: { template: '3.0', width: 5, height: 4 },
          packing: '5.41',
          count: 20,
          missing: 0,
          min: -999,
          max: 16,
          mean,
          points: [],
        },
      ],
    });
  });

  it('prints values at places and at positions', async () => {
    const asked = ['--at', '35.6,-98.1', '--at=-35,98', '--index', '0,19', '--index', '20'];
    const { code, out } = await run(path('good.grib2'), '--json', ...asked);
    expect(code).to.equal(0);
    expect(JSON.parse(out).messages[0].points).to.deep.equal([
      { lat: 35.6, lon: -98.1, value: 4 }, // second row, third column
      { lat: -35, lon: 98, value: null, outside: true },
      { index: 0, lat: 36, lon: -99, value: -999 },
      { index: 19, lat: 34.5, lon: -97, value: 16 },
      { index: 20, value: null, outside: true },
    ]);
  });

  it('counts the no-data values of the given product as missing', async () => {
    const { out } = await run(path('good.grib2'), '--json', '--product', 'composite-reflectivity', '--index', '0,1,3');
    const [field] = JSON.parse(out).messages;
    expect(field).to.include({ count: 20, missing: 3, min: 0, max: 16, mean: 8 });
    expect(field.points.map(({ value }: { value: number | null }) => value)).to.deep.equal([null, null, 0]);
    const { out: inFull } = await run(path('good.grib2'), '--json', '--product', 'radar/composite-reflectivity');
    expect(JSON.parse(inFull).messages[0]).to.include({ missing: 3 });
  });

  it('detects gzip by content', async () => {
    const { out } = await run(path('good.gz'), '--json');
    expect(JSON.parse(out).messages[0].count).to.equal(20);
  });

  it('detects bzip2 by content', async () => {
    writeFileSync(path('good.bz2'), bzip2(message));
    const { out } = await run(path('good.bz2'), '--json');
    expect(JSON.parse(out).messages[0].count).to.equal(20);
  });

  it('prints a table by default', async () => {
    const { out } = await run(path('good.grib2'), '--at', '35.6,-98.1');
    const [title, , head, row, , point] = out.split('\n');
    expect(title).to.equal(`${path('good.grib2')}: GRIB2, 1 field`);
    expect(head.split(/ {2,}/)).to.deep.equal([
      '#',
      'name',
      'level',
      'time',
      'process',
      'grid',
      'packing',
      'missing',
      'min',
      'max',
      'mean',
      'units',
    ]);
    expect(row).to.match(
      /^0 {2}MergedReflectivityQCComposite .* 3\.0 {2}5 × 4 {2}5\.41 +0 {2}-999 +16 +-53\.05 {2}dBZ$/,
    );
    expect(point).to.equal('field 0 at 35.6000,-98.1000: 4 dBZ');
  });

  describe('of forecasts', () => {
    const referenceAt = new Date('2026-05-20T22:00:00Z');
    const over = { statistic: 1, endsAt: new Date('2026-05-20T23:00:00Z'), length: { unit: 1, value: 1 } };
    const rain = (more: Partial<ProductInput>) =>
      encodeGrib2({
        identification: { ...hrrrOrigin, referenceAt },
        grid: { kind: 'latlon', width: 2, height: 1, firstLat: 36, firstLon: -99, stepLon: 1, stepLat: 1 },
        product: { category: 1, number: 8, surface: { type: 1 }, over, ...more },
        values: { codes: Uint16Array.of(0, 9), reference: 0 },
        packing: { template: '5.0' },
      });
    const about = { level: 'surface', time: '2026-05-20T23:00:00Z', process: 'forecast' };
    const statistic = 'sum';
    const interval = { start: '2026-05-20T22:00:00Z', end: '2026-05-20T23:00:00Z' };
    const limit = { value: 25.4, decimals: 1 };

    const cases: [what: string, more: Partial<ProductInput>, expected: object][] = [
      ['a sum', {}, { name: 'APCP', units: 'kg/m^2', productTemplate: '4.8', statistic, interval }],
      [
        'a probability',
        { derivation: { kind: 'probability', type: 1, upper: limit } },
        {
          name: 'Probability of APCP above 25.4 kg/m^2',
          units: '%',
          productTemplate: '4.9',
          statistic,
          interval,
          probability: { event: 'above', upper: 25.4, units: 'kg/m^2' },
        },
      ],
      [
        'a percentile',
        { derivation: { kind: 'percentile', percentile: 90 } },
        { name: 'APCP, percentile 90', units: 'kg/m^2', productTemplate: '4.10', statistic, interval, percentile: 90 },
      ],
      [
        'a spread',
        { derivation: { kind: 'derived', type: 4, members: 20 } },
        {
          name: 'APCP, ensemble spread',
          productTemplate: '4.12',
          statistic,
          interval,
          ensemble: { type: 'ensemble spread', members: 20 },
        },
      ],
      [
        'a member',
        { derivation: { kind: 'member', type: 3, member: 7, members: 20 } },
        {
          name: 'APCP',
          productTemplate: '4.11',
          ensemble: { type: 'positively perturbed', member: 7, members: 20 },
        },
      ],
      [
        'an interval that contradicts its length',
        { over: { ...over, length: { unit: 1, value: 6 } } },
        { name: 'APCP', statistic, interval: null },
      ],
    ];
    for (const [what, more, expected] of cases) {
      it(`says that it is ${what}`, async () => {
        writeFileSync(path('rain.grib2'), rain(more));
        const { code, out } = await run(path('rain.grib2'), '--json');
        expect(code).to.equal(0);
        expect(JSON.parse(out).messages[0]).to.deep.include({ ...about, ...expected, max: 9 });
      });
    }

    it('prints statistic, interval and process in the table', async () => {
      writeFileSync(path('rain.grib2'), rain({ derivation: { kind: 'member', type: 3, member: 7, members: 20 } }));
      const { out } = await run(path('rain.grib2'));
      expect(out).to.include('sum of 2026-05-20T22:00:00Z/2026-05-20T23:00:00Z');
      expect(out).to.include('forecast, member 7 (positively perturbed) of 20');
      writeFileSync(path('rain.grib2'), rain({ over: { ...over, length: { unit: 1, value: 6 } } }));
      expect((await run(path('rain.grib2'))).out).to.include('sum of an unknown interval');
    });
  });

  it('prints the readable fields, and one line about the others', async () => {
    const { code, out, err } = await run(path('unknown.grib2'), '--json');
    expect(code).to.equal(2);
    expect(err).to.equal(`severe decode: ${path('unknown.grib2')}: field 1: packing 5.99 is not known\n`);
    const { messages } = JSON.parse(out);
    expect(messages[0].count).to.equal(20);
    expect(messages[1]).to.deep.equal({
      index: 1,
      error: 'packing 5.99 is not known',
      grid: { template: '3.0', width: 5, height: 4 },
      packing: '5.99',
    });
  });

  const bomb = gzipSync(Buffer.alloc(300 * 1024 ** 2));
  const cases: [what: string, bytes: Uint8Array | string, line: RegExp][] = [
    ['an empty file', '', /the file is empty$/],
    ['a page of HTML', '<!DOCTYPE html>', /no known format begins with "<!DOCTYPE ht"; GRIB2.* can be read$/],
    ['an XZ file', Buffer.from('\xfd7zXZ\0', 'latin1'), /the file is XZ; GRIB2.* can be read$/],
    ['a gzip cut short', gzipSync(message).subarray(0, 90), /its gzip data cannot be read: unexpected end of file$/],
    ['a bzip2 cut short', bzip2(message).subarray(0, 60), /its bzip2 data cannot be read: .*$/],
    ['a gzip bomb', bomb, /it unpacks to more than 268435456 bytes$/],
    [
      'a message cut short',
      message.subarray(0, -20),
      /field 0: section 7 at byte \d+ has length \d+, \d+ bytes are left/,
    ],
  ];
  for (const [what, bytes, line] of cases) {
    it(`refuses ${what} in one line`, async () => {
      writeFileSync(path('bad'), bytes);
      const { code, err } = await run(path('bad'), '--json');
      expect(code).to.equal(2);
      expect(err.trimEnd()).to.match(line);
      expect(err.match(/\n/g)).to.have.length(1);
    });
  }

  it('refuses invalid options and files', async () => {
    const good = path('good.grib2');
    for (const [args, line] of [
      [[good, '--at', '91,0'], '--at 91,0: needs a latitude and a longitude'],
      [[good, '--at', '35'], '--at 35: needs a latitude'],
      [[good, '--index', '1,x'], '--index x: needs whole numbers'],
      [[good, '--product', 'nothing'], '--product nothing: no such product; products are composite-reflectivity, '],
      [[path('absent')], 'the file does not exist'],
      [[folder], 'this is not a file'],
    ] as const) {
      const { code, out, err } = await run(...args);
      expect([code, out]).to.deep.equal([2, '']);
      expect(err).to.include(line);
    }
  });

  it('is a command of severe', () => {
    const { status, stdout } = runCommand(folder, 'decode', path('good.grib2'), '--json');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout).messages).to.have.length(1);
  });
});
