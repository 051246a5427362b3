import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeGrib2, mrmsGrid, mrmsOrigin, quantize } from '@severe/grib2/write';
import { atMost, type Benchmark, type Measurement } from './benchmark.ts';
import { buildCommand } from './support/build.ts';
import { seededNumbers } from './support/frame-files.ts';
import { cpuOf } from './support/gdal-chains.ts';
import { inFolder } from './support/rounds.ts';
import { inWords, median } from './support/statistics.ts';
import { unlessShort } from './support/short-form.ts';

const rounds = unlessShort(5, 1);
const fileOf = (path: string): string => fileURLToPath(new URL(`../packages/severe/${path}`, import.meta.url));
const command = fileOf('bin/severe.js');
/** What the command runs where no sources are beside it. */
const bundle = fileOf('dist/bundle/main.js');

/** What users wait for who type a command: the start of the process and its few milliseconds of work. */
export const commands: Benchmark = {
  name: 'commands',
  question: 'What does a command cost, from its start to its end?',
  leavesOut: 'Large files, for which the start does not count (see `frame`), and `npx` in front of the command.',
  run: ({ log }) =>
    inFolder((folder) => {
      buildCommand();
      const file = join(folder, 'field.grib2');
      const bytes = smallField();
      writeFileSync(file, bytes);
      const node = roundsOf(process.execPath, ['--eval', '0']);
      log(`node alone: ${inWords(node, 's of CPU')}`);
      const measure = (what: string, program: string, args: string[], most?: number): Measurement => {
        const seen = roundsOf(program, args);
        log(`${what}: ${inWords(seen, 's of CPU')}`);
        const cpu = median(seen);
        if (most) return atMost(`severe ${what}`, cpu, 'CPU s', most, whyMore);
        const peer = { name: 'node --eval 0', value: median(node) };
        return { what: `severe ${what}`, value: cpu, unit: 'CPU s', better: 'lower', peer };
      };
      const decode = `decode of ${Math.round(bytes.length / 1000)} kB`;
      return Promise.resolve([
        measure(decode, command, ['decode', file], 0.15),
        measure(`${decode}, of an installed package`, process.execPath, [bundle, 'decode', file], 0.15),
        measure('feed list', command, ['feed', 'list']),
        measure('openapi', command, ['openapi']),
      ]);
    }),
};

const whyMore =
  'a third is the start of Node 20 (Node 24 starts in half of it); in a clone a sixth looks whether one of its 1,900 sources is newer ' +
  'than the build; the rest loads and compiles modules: neither a smaller file nor compiled code that was kept saved more than a twentieth';

/** After one run that does not count. */
function roundsOf(program: string, args: string[]): number[] {
  cpuOf(program, args);
  return Array.from({ length: rounds }, () => cpuOf(program, args));
}

/** A field of some 50 kB. */
function smallField(): Uint8Array {
  const [width, height] = [250, 200];
  const random = seededNumbers(61);
  return encodeGrib2({
    identification: { ...mrmsOrigin, referenceAt: new Date('2026-05-20T22:00:00Z') },
    grid: { ...mrmsGrid, width, height },
    product: { category: 10, number: 0, process: 8, surface: { type: 102, value: 500 } },
    values: quantize(
      Float32Array.from({ length: width * height }, () => 280 + 15 * random()),
      { binaryScale: -4 },
    ),
    packing: { template: '5.0' },
  });
}
