import type { Database, Tables } from '@severe/db';
import type { Client } from 'pg';
import type { Question } from '../api/questions.ts';

/** Where rows grow. */
export interface Store {
  db: Database;
  client: Client;
  /** Sets the clock of the tables, which is that of the data before. */
  setTime: (at: Date) => void;
}

/** A kind of work whose data grow. */
export interface Work {
  name: string;
  /** What the rows are. */
  of: string;
  /** Rows of the smallest size. */
  smallest: number;
  /** The greatest exponent that is expected: little where an index finds the answer, 1 where the answer grows as much. */
  most: number;
  /** What it is if it is more. */
  whyMore?: string;
  begin(store: Store): Begun | Promise<Begun>;
}

interface Begun {
  /** Adds rows until there are so many. */
  grow: (have: number, rows: number) => void | Promise<void>;
  ask: (number: number) => unknown;
  /** One of the questions, of any tables: its plan is logged where the cost grows more than expected. */
  explained?: Question['ask'];
}

/** Questions for each round. */
export const asked = 2000;
/** An index of some levels, and pages that are further apart. */
export const indexed = 0.2;
/** Where the answer grows as much. */
export const linear = 1.05;
/** Rows that are stored at once. */
const atOnce = 1000;

/** Asks the questions in turn. */
export function asking(tables: Tables, questions: readonly Question[]): Omit<Begun, 'grow'> {
  return { ask: (number) => questions[number % questions.length].ask(tables), explained: questions[0].ask };
}

export async function inBatches(
  have: number,
  rows: number,
  store: (from: number, count: number) => Promise<unknown>,
): Promise<void> {
  for (let from = have; from < rows; from += atOnce) await store(from, Math.min(atOnce, rows - from));
}
