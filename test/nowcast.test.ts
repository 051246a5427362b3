import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nowcast } from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import { makeNowcast } from '@severe/raster-worker';
import { openValues, type Field } from '@severe/raster/values';
import { expect } from 'chai';
import { minutesApart, reflectivityFile, simulatedSequence } from '../benchmarks/support/radar-sequence.ts';
import { criticalSuccess } from '../benchmarks/support/skill.ts';

/** Minutes between the frames that are used. */
const step = 10;
/** Minutes of the past, and lead times that are compared. */
const past = [0, 10, 20];
const leads = [10, 20, 30];
/** The composite is searched as its overview of 2 km. */
const level = 1;

describe('the nowcast of the simulated storm day', function () {
  this.timeout(120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'severe-nowcast-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('puts storms where the simulator has them later, better than if they stayed', async () => {
    const sequence = simulatedSequence(folder, past.length + leads.length, step / minutesApart);
    const fileAt = (minutes: number) => reflectivityFile(sequence.frames[past.length - 1 + minutes / step], sequence);
    const files = new Map(past.map((minutes) => [`past ${minutes}`, fileAt(-minutes)]));
    const objects = { get: (key: string) => Promise.resolve(files.get(key)) } as unknown as Objects;
    const runAt = new Date('2026-05-20T22:00:00Z');
    const inputs = {
      past: past.map((minutes) => ({
        at: new Date(runAt.getTime() - minutes * 60_000).toISOString(),
        valuesKey: `past ${minutes}`,
      })),
      moved: [{ product: 'composite-reflectivity', valuesKey: 'past 0' }],
    };
    const made = new Map<string, Uint8Array>();
    for await (const { frame, values } of makeNowcast({ product: 'composite-reflectivity', runAt }, inputs, objects))
      made.set(`${frame.product} ${(frame.validAt.getTime() - runAt.getTime()) / 60_000}`, values);
    expect(made.size).to.equal(4 * nowcast.leads.length);

    const stayed = valuesOf(openValues(files.get('past 0')!, { level }).field());
    for (const lead of leads) {
      const truth = valuesOf(openValues(fileAt(lead), { level }).field());
      const moved = valuesOf(openValues(made.get(`composite-reflectivity ${lead}`)!).field());
      const [ours, persistence] = [moved, stayed].map((values) => criticalSuccess(values, truth, 35));
      expect(ours, `CSI of 35 dBZ after ${lead} minutes`).to.be.above(persistence + 0.1);
      expect(ours, `CSI of 35 dBZ after ${lead} minutes`).to.be.above(0.2);
    }
  });
});

function valuesOf({ width, height, packed, scale, offset, absent }: Field) {
  const without = new Map(absent.map(({ code, means }) => [code, means === 'missing' ? NaN : 0]));
  const values = Float32Array.from(packed, (code) => without.get(code) ?? offset + code * scale);
  return { width, height, values };
}
