import type { Assessment } from '../assess.ts';
import { happening } from './happening.ts';
import { headline } from './headline.ts';
import { advice, prospects } from './meaning.ts';
import { Writer, type Style } from './writer.ts';

/** A briefing in plain language. */
export interface Briefing {
  headline: string;
  happening: string;
  /** What to do. */
  advice: string;
  /** What threatens, when a storm may arrive, and what is unavailable; empty if there is nothing of these. */
  prospects: string;
  /** The advice and the prospects. */
  meaning: string;
}

/** Words an assessment: what gives the status, what is happening, and what it means. */
export function briefingOf(assessment: Assessment, style: Style): Briefing {
  const writer = new Writer(style, assessment.situation.now);
  const parts = { advice: advice(assessment, writer).join(' '), prospects: prospects(assessment, writer).join(' ') };
  return {
    headline: headline(assessment, writer),
    happening: happening(assessment, writer),
    ...parts,
    meaning: [parts.advice, parts.prospects].filter(Boolean).join(' '),
  };
}
