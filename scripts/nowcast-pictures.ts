// Draws a good and a bad case of an extrapolation for docs/nowcast.md, from real frames: where it hits most and least of the rain
// that came. Needs the real frames: node --conditions=@severe/source --import tsx scripts/nowcast-pictures.ts FOLDER
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mosaicFills } from '@severe/catalogue';
import { readGrib2Field, type Field } from '@severe/raster';
import { readGeotiffField } from '@severe/raster/geotiff';
import sharp from 'sharp';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Frames of the past and minutes ahead; frames are two minutes apart. */
const [pastFrames, lead] = [16, 30];
/** Side of a case in cells of 0.01°, and the step between those that are compared. */
const [side, step] = [400, 100];
/** What counts as rain when cases are compared, mm/h, and the least share of a case that must have it. */
const [rain, leastShare] = [10, 0.012];

/** Lower edges in mm/h and colours. */
const colours: [from: number, colour: [number, number, number]][] = [
  [0.2, [166, 206, 227]],
  [1, [91, 163, 207]],
  [2.5, [49, 163, 84]],
  [5, [254, 217, 76]],
  [10, [253, 141, 60]],
  [20, [227, 26, 28]],
  [50, [152, 0, 90]],
];
const [ground, unknown] = [[246, 247, 248], [214, 217, 220]]; // prettier-ignore

/** Values of a field, NaN where nothing was observed. */
function valuesOf({ packed, scale, offset, absent }: Field): Float32Array {
  const without = new Map(absent.map(({ code, means }) => [code, means === 'missing' ? NaN : 0]));
  return Float32Array.from(packed, (code) => without.get(code) ?? offset + code * scale);
}

interface Case {
  left: number;
  top: number;
  /** Share of the rain that was said or came that was both. */
  success: number;
}

function casesOf(said: Float32Array, came: Float32Array, width: number, height: number): Case[] {
  const cases: Case[] = [];
  for (let top = 0; top + side <= height; top += step) {
    for (let left = 0; left + side <= width; left += step) {
      let [hits, either, unseen] = [0, 0, 0];
      for (let row = top; row < top + side; row++) {
        for (let i = row * width + left; i < row * width + left + side; i++) {
          if (Number.isNaN(said[i]) || Number.isNaN(came[i])) unseen++;
          else if (said[i] >= rain || came[i] >= rain) either++;
          if (said[i] >= rain && came[i] >= rain) hits++;
        }
      }
      if (either >= leastShare * side * side && unseen < 0.05 * side * side)
        cases.push({ left, top, success: hits / either });
    }
  }
  return cases.toSorted((one, other) => other.success - one.success);
}

function panel(values: Float32Array, width: number, { left, top }: Case): Buffer {
  const pixels = Buffer.alloc(3 * side * side);
  for (let i = 0; i < side * side; i++) {
    const value = values[(top + Math.floor(i / side)) * width + left + (i % side)];
    const colour = Number.isNaN(value) ? unknown : (colours.findLast(([from]) => value >= from)?.[1] ?? ground);
    pixels.set(colour, 3 * i);
  }
  return pixels;
}

/** Three panels side by side with their titles. */
async function draw(file: string, panels: [title: string, values: Float32Array][], width: number, chosen: Case) {
  const [gap, head] = [12, 28];
  const raw = { width: side, height: side, channels: 3 as const };
  const titles = panels.map(([title], i) => `<text x="${i * (side + gap)}" y="19">${title}</text>`).join('');
  const full = { width: panels.length * side + (panels.length - 1) * gap, height: side + head };
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${full.width}" height="${head}" font-family="sans-serif" font-size="16">${titles}</svg>`;
  await sharp({ create: { ...full, channels: 3, background: '#fff' } })
    .composite([
      { input: Buffer.from(text), left: 0, top: 0 },
      ...panels.map(([, values], i) => ({
        input: panel(values, width, chosen),
        raw,
        left: i * (side + gap),
        top: head,
      })),
    ])
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(file);
}

const [folder] = process.argv.slice(2);
const frames = readdirSync(folder)
  .filter((name) => name.endsWith('.grib2'))
  .sort()
  .map((name) => join(folder, name));
const out = mkdtempSync(join(tmpdir(), 'severe-'));
try {
  const past = frames.slice(0, pastFrames);
  const args = ['nowcast', ...past, '--out', out, '--minutes', String(lead), '--step', String(lead)];
  execFileSync(pathOf('../packages/severe/bin/severe.js'), args);
  const read = (file: string): Field => readGrib2Field(readFileSync(file), mosaicFills);
  const newest = read(past.at(-1)!);
  const now = valuesOf(newest);
  const came = valuesOf(read(frames[pastFrames - 1 + lead / 2]));
  const said = valuesOf(await readGeotiffField(readFileSync(join(out, `nowcast-0${lead}.tif`))));
  const cases = casesOf(said, came, newest.width, newest.height);
  for (const [name, chosen] of [
    ['good', cases[0]],
    ['bad', cases.at(-1)!],
  ] as const) {
    const panels: [string, Float32Array][] = [
      ['now', now],
      [`extrapolated by ${lead} minutes`, said],
      [`what came after ${lead} minutes`, came],
    ];
    await draw(pathOf(`../docs/images/nowcast-${name}.png`), panels, newest.width, chosen);
    console.log(name, { ...chosen, west: -130 + chosen.left / 100, north: 55 - chosen.top / 100 });
  }
} finally {
  rmSync(out, { recursive: true });
}
