import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NexradError, placeAt } from '@severe/nexrad';
import { legacyVolume } from '@severe/nexrad/testing/legacy';
import { encodeVolume, type MomentToWrite, type VolumeToWrite } from '@severe/nexrad/write';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { describeFile } from '../../../src/commands/decode/formats.ts';
import { decodeFile } from '../../../src/commands/decode/decode-file.ts';
import { printReport } from '../../../src/commands/decode/print.ts';
import type { Question } from '../../../src/commands/decode/report.ts';

const startedAt = new Date('2026-05-20T22:18:39Z');

const radialCount = 360;
const gateCount = 50;

function moment(name: 'REF' | 'VEL', codes: (radial: number, gate: number) => number): MomentToWrite {
  const packed = Uint8Array.from({ length: radialCount * gateCount }, (_, i) =>
    codes(Math.floor(i / gateCount), i % gateCount),
  );
  const offset = name === 'REF' ? 66 : 129;
  return { name, gates: gateCount, firstGateM: 2000, gateM: 1000, wordBits: 8, scale: 2, offset, packed };
}

/** A split cut. Reflectivity is 40 dBZ at one gate east of the radar, 10 dBZ in its first gates and nothing elsewhere. */
function volumeBytes(): Uint8Array {
  const head = {
    elevationDeg: 0.5,
    startedAt: startedAt,
    seconds: 20,
    azimuthStepDeg: 1 as const,
    nyquistMps: 26,
    unambiguousRangeM: 150_000,
    azimuthsDeg: Array.from({ length: radialCount }, (_, i) => i + 0.5),
  };
  const volume: VolumeToWrite = {
    station: 'KTLX',
    startedAt: startedAt,
    number: 1,
    vcp: 212,
    site: { lat: 35.3333, lon: -97.2778, elevationM: 370, towerM: 19 },
    sweeps: [
      {
        ...head,
        moments: [moment('REF', (radial, gate) => (radial === 90 && gate === 30 ? 146 : gate === 0 ? 86 : gate & 1))],
      },
      { ...head, moments: [moment('VEL', () => 129)] },
    ],
  };
  return encodeVolume(volume, 'records');
}

const question = (asked: Partial<Question> = {}): Question => ({
  at: [],
  indices: [],
  absent: [],
  stop: () => undefined,
  ...asked,
});

describe('decode/nexrad', () => {
  const bytes = volumeBytes();

  it('describes the geometry and the values of each sweep and moment', async () => {
    const { format, messages } = await describeFile(bytes, question());
    expect(format).to.equal('NEXRAD Level II');
    expect(messages).to.deep.equal([
      {
        index: 0,
        name: 'REF',
        units: 'dBZ',
        time: '2026-05-20T22:18:39Z',
        sweep: 0,
        elevation: 0.5,
        grid: { template: 'sweep', radials: 360, gates: 50, firstGateM: 2000, gateM: 1000 },
        packing: '8 bits',
        // 360 first gates of 10 and one of 40
        count: 18_000,
        missing: 17_639,
        min: 10,
        max: 40,
        mean: 3640 / 361,
        points: [],
      },
      {
        index: 1,
        name: 'VEL',
        units: 'm/s',
        time: '2026-05-20T22:18:39Z',
        sweep: 1,
        elevation: 0.5,
        grid: { template: 'sweep', radials: 360, gates: 50, firstGateM: 2000, gateM: 1000 },
        packing: '8 bits',
        count: 18_000,
        missing: 0,
        min: 0,
        max: 0,
        mean: 0,
        points: [],
      },
    ]);
  });

  it('finds the gate above a place, or reports that there is none', async () => {
    // 32 km east of the radar: a degree of longitude has 90.9 km there
    const east = { lat: 35.332, lon: -97.2778 + 32 / 90.9 };
    const far = { lat: 40, lon: -97 };
    const [{ points }] = (await describeFile(bytes, question({ at: [east, far] }))).messages;
    expect(points).to.deep.equal([
      { ...east, value: 40 },
      { ...far, value: null, outside: true },
    ]);
  });

  describe('of the old format, which has no position', () => {
    const slidell = { lat: 30.33667, lon: -89.82528 };
    /** East of the radar, above the fourth gate of velocities. */
    const beside = (site: { lat: number; lon: number }) => placeAt(site, { azimuthDeg: 90, metres: 375 });
    const valuesAt = async (bytes: Uint8Array, asked: Partial<Question>, site = slidell) => {
      const { messages } = await describeFile(bytes, question({ at: [beside(site)], ...asked }));
      return messages.map(({ name, points }) => [name, points![0].value, points![0].outside ?? false]);
    };
    const withStation = (station: string) => {
      const bytes = legacyVolume();
      bytes.write(station, 20, 'latin1');
      return bytes;
    };
    const expected = [
      ['REF', 0, false],
      ['VEL', 63, false],
      ['SW', null, false], // range folded
    ];

    it('finds the gate above a place by the station in the header, also of a decommissioned radar', async () => {
      expect(await valuesAt(withStation('KLIX'), {})).to.deep.equal(expected);
    });

    it('finds it by the name of the file', async () => {
      const name = 'KLIX20050829_060512.gz';
      expect(await valuesAt(legacyVolume(), { name })).to.deep.equal(expected);
    });

    it('finds it by the position that the user gives', async () => {
      const site = { lat: 47.1, lon: 8.5, elevationM: 500, towerM: 0 };
      expect(await valuesAt(withStation('XXXX'), { site }, site)).to.deep.equal(expected);
      expect(await valuesAt(withStation('KLIX'), { site }, site)).to.deep.equal(expected);
    });

    it('refuses --at and names --site if the position is unknown', async () => {
      const refusalOf = (asked: Partial<Question>, bytes = legacyVolume()) =>
        describeFile(bytes, question(asked)).catch(({ message }: Error) => message);
      const at = [slidell];
      expect(await refusalOf({ at })).to.match(
        /neither the volume nor its name tells its radar.*--site LAT,LON,HEIGHT/,
      );
      expect(await refusalOf({ at }, withStation('XXXX'))).to.match(/the radar XXXX is unknown.*--site/);
      expect(await refusalOf({ indices: [0] })).to.have.property('messages');
    });

    it('reads --site, and refuses one without a height', async () => {
      const path = join(mkdtempSync(join(tmpdir(), 'severe-decode-')), 'volume');
      writeFileSync(path, legacyVolume());
      const run = async (site: string) => {
        const terminal = {
          out: '',
          err: '',
          stdout: { write: (text: string) => (terminal.out += text) },
          stderr: { write: (text: string) => (terminal.err += text) },
        };
        const { lat, lon } = beside({ lat: 47.1, lon: 8.5 });
        await decodeFile(path, { json: true, at: [`${lat},${lon}`], index: [], site }, terminal);
        return terminal;
      };
      const { messages } = JSON.parse((await run('47.1,8.5,500')).out) as {
        messages: { points: { value: number | null }[] }[];
      };
      expect(messages.map(({ points }) => points[0].value)).to.deep.equal([0, 63, null]);
      for (const wrong of ['47.1,8.5', '97,8.5,500', '47.1,8.5,x', '1,2,3,4']) {
        expect((await run(wrong)).err, wrong).to.match(/--site .*height in metres/);
      }
    });
  });

  it('prints the gate at a position with its place', async () => {
    const { messages } = await describeFile(
      bytes,
      question({ indices: [90 * gateCount + 30, 1, radialCount * gateCount] }),
    );
    const [{ points }] = messages;
    const [echo, folded, outside] = points!;
    expect(echo).to.include({ index: 90 * gateCount + 30, value: 40 });
    expect(echo.lat).to.be.closeTo(35.332, 0.003);
    expect(echo.lon).to.be.closeTo(-97.2778 + 32 / 90.9, 0.003);
    expect(folded).to.include({ index: 1, value: null });
    expect(outside).to.deep.equal({ index: radialCount * gateCount, value: null, outside: true });
  });

  it('prints one line per moment by default', async () => {
    const lines = printReport('volume', await describeFile(bytes, question())).split('\n');
    expect(lines[0]).to.equal('volume: NEXRAD Level II, 2 fields');
    expect(lines[2].trim().split(/ {2,}/)).to.include.members(['sweep', 'elevation', 'grid']);
    expect(lines[3]).to.match(/REF +0 +0\.50 .*sweep {2}360 × 50/);
  });

  it('reads a single real-time chunk without a header', async () => {
    const { messages } = await describeFile(bytes.subarray(24), question({ at: [{ lat: 35.3, lon: -97.2 }] }));
    expect(messages.map(({ name, count }) => [name, count])).to.deep.equal([
      ['REF', 18_000],
      ['VEL', 18_000],
    ]);
    const read = async (): Promise<unknown> => describeFile(bytes.subarray(24, 400), question());
    expect(await read().catch((error: Error) => error)).to.be.instanceOf(NexradError);
  });

  it('refuses a truncated volume and names the missing part', async () => {
    const read = async (): Promise<unknown> => describeFile(bytes.subarray(0, bytes.length - 5), question());
    const error = await read().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(NexradError);
    expect((error as NexradError).message).to.match(/bytes, \d+ are left/);
  });

  it('detects a product by its heading and reads radial packets', async function () {
    const file = sharedFile(this, 'data/raster/nexrad/level3/KOUN_SDUS54_N0QTLX_201305202016');
    const { format, messages } = await describeFile(readFileSync(file), question({ indices: [0] }));
    expect(format).to.equal('NEXRAD Level III product 94');
    expect(messages).to.have.length(1);
    expect(messages[0]).to.deep.include({
      name: 'Base Reflectivity Data Array',
      units: 'dBZ',
      packing: 'packet 16',
      grid: { template: 'radial', radials: 360, gates: 460, firstGateM: 0, gateM: 1000 },
    });
    expect(messages[0].points).to.have.length(1);
  });

  it('reports the kind of packets without gates', async function () {
    const file = sharedFile(this, 'data/raster/nexrad/level3/KOUN_SDUS34_NSTTLX_201305202016');
    const { messages } = await describeFile(readFileSync(file), question());
    expect(messages.length).to.be.greaterThan(40);
    for (const message of messages) expect(message).not.to.have.any.keys('grid', 'count', 'error');
  });
});
