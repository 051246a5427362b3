import type { Assessment } from '../assess.ts';
import { happening } from './happening.ts';
import { headline } from './headline.ts';
import { meaning } from './meaning.ts';
import { Writer, type Style } from './writer.ts';

/** A briefing in plain language. */
export interface Briefing {
  headline: string;
  happening: string;
  meaning: string;
}

/** Words an assessment: what gives the status, what is happening, and what it means. */
export function briefingOf(assessment: Assessment, style: Style): Briefing {
  const writer = new Writer(style, assessment.situation.now);
  return {
    headline: headline(assessment, writer),
    happening: happening(assessment, writer),
    meaning: meaning(assessment, writer),
  };
}
