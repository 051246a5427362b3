import type { Command } from 'commander';
import { admin } from './admin.ts';
import { check } from './check.ts';
import { decode } from './decode.ts';
import { feed } from './feed.ts';
import { importing } from './import.ts';
import { record } from './record.ts';
import { names } from './names.ts';
import { nowcast } from './nowcast.ts';
import { openapi } from './openapi.ts';
import { ingest } from './ingest.ts';
import { migrate } from './migrate.ts';
import { render } from './render.ts';
import { simulate } from './simulate.ts';
import { start } from './start.ts';
import { verify } from './verify.ts';

/** Functions that each add one command, in the order of `severe --help`. */
export const commands: ((program: Command) => void)[] = [
  start,
  check,
  decode,
  render,
  nowcast,
  ingest,
  feed,
  simulate,
  record,
  migrate,
  verify,
  admin,
  importing,
  names,
  openapi,
];
