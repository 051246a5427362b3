import { basename } from 'node:path';
import { messageOf } from '@severe/base';
import type { SitePosition } from '@severe/nexrad';
import { waiting } from '../../progress.ts';
import { describeFile } from './formats.ts';
import { loadFile } from './load.ts';
import { printReport } from './print.ts';
import { Refusal, type FileReport, type Question } from './report.ts';

export interface DecodeOptions {
  json?: true;
  at: string[];
  index: string[];
  product?: string;
  site?: string;
}

/** Output and exit code of a command: the process, or a test double. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  exitCode?: number | string | undefined;
}

/**
 * Processor time after which no further field is read; one takes less than two seconds. How long the machine is busy with
 * other things does not count.
 */
const processorMs = 7000;

const refusedExitCode = 2;

/** Prints the contents of a file; an unreadable file is one line on standard error and exit code 2. */
export async function decodeFile(file: string, options: DecodeOptions, terminal: Terminal): Promise<void> {
  try {
    const question = await questionOf(file, options);
    const report = await waiting(`reading ${basename(file)}`, async () => describeFile(loadFile(file), question));
    terminal.stdout.write(options.json ? `${JSON.stringify({ file, ...report })}\n` : printReport(file, report));
    const problem = problemOf(report);
    if (problem) refuse(file, problem, terminal);
  } catch (error) {
    refuse(file, messageOf(error), terminal); // unexpected errors too: a stack does not help the user
  }
}

function refuse(file: string, problem: string, terminal: Terminal): void {
  terminal.stderr.write(`severe decode: ${file}: ${problem.replace(/\s+/g, ' ')}\n`);
  terminal.exitCode = refusedExitCode;
}

/** The refused fields in one line, or undefined if all were read. */
function problemOf({ messages }: FileReport): string | undefined {
  const refused = messages.filter(({ error }) => error !== undefined);
  if (refused.length === 0) return undefined;
  const others =
    refused.length === 1 ? '' : ` (and ${refused.length - 1} more of ${messages.length} fields were refused)`;
  return `field ${refused[0].index}: ${refused[0].error}${others}`;
}

async function questionOf(file: string, { at, index, product, site }: DecodeOptions): Promise<Question> {
  const before = process.cpuUsage();
  return {
    name: basename(file),
    ...(site === undefined ? {} : { site: readSite(site) }),
    at: at.map(readPlace),
    indices: index.flatMap((list) => list.split(',')).map(readIndex),
    absent: product === undefined ? [] : await absentOf(product),
    stop() {
      const { user, system } = process.cpuUsage(before);
      const isSpent = user + system > processorMs * 1000;
      return isSpent ? `the file has used more than ${processorMs} ms of processor time` : undefined;
    },
  };
}

function readPlace(text: string): { lat: number; lon: number } {
  const [lat, lon, ...rest] = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  if (rest.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 360) return { lat, lon };
  throw new Refusal(`--at ${text}: needs a latitude and a longitude in degrees, such as 35.2,-97.4`);
}

function readSite(text: string): SitePosition {
  const [lat, lon, elevationM, ...rest] = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const isPlace = Math.abs(lat) <= 90 && Math.abs(lon) <= 360 && Number.isFinite(elevationM);
  if (rest.length === 0 && isPlace) return { lat, lon, elevationM, towerM: 0 };
  throw new Refusal(
    `--site ${text}: needs latitude and longitude of the radar in degrees and its height in metres, such as 30.34,-89.83,7`,
  );
}

function readIndex(text: string): number {
  if (/^\d{1,15}$/.test(text.trim())) return Number(text);
  throw new Refusal(`--index ${text}: needs whole numbers from 0, such as 0,24499999`);
}

async function absentOf(name: string): Promise<number[]> {
  const { productNamed } = await import('../product-named.ts'); // loaded on demand
  const { nothing, missing } = productNamed(name);
  return [...nothing, ...missing];
}
