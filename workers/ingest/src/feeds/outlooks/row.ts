import type { Area } from '@severe/geo';
import { noteUnknownWord } from '../../parse/unknown-words.ts';

/** `severe` is the probability of any severe weather, which SPC issues for day 3 instead of the three hazards. */
export type OutlookType = 'categorical' | 'tornado' | 'hail' | 'wind' | 'severe';

/** One area of a convective outlook of the Storm Prediction Center. */
export interface OutlookRow {
  /** 1 to 8. */
  day: number;
  /** Days 4 to 8 are `categorical` with a probability. */
  type: OutlookType;
  /**
   * `MRGL` …; the percentage as text (`15`); for hatched areas `SIGN`, or `CIG1` to `CIG3` since March 2026; any other label
   * as it is.
   */
  risk: string;
  /** 1 (TSTM) to 6 (HIGH); null if the risk is not a category. */
  riskRank: number | null;
  /** 0 to 1; null for categories and hatched areas. */
  probability: number | null;
  /** A hatched area, in which severe weather may be significant. It is not part of the probability scale. */
  significant: boolean;
  issuedAt: Date;
  validFrom: Date;
  validTo: Date;
  /** Line and fill colours of the source, `#cc0000`; in text products, those that the source uses for the risk. */
  colour: string | null;
  fill: string | null;
  /** In text products, lines that end at the coast or border are closed along a coarse outline of the country. */
  area: Area;
}

/** Outlook types by their titles in the products. */
export const outlookTypes: Readonly<Record<string, OutlookType>> = {
  CATEGORICAL: 'categorical',
  TORNADO: 'tornado',
  HAIL: 'hail',
  WIND: 'wind',
  'ANY SEVERE': 'severe',
};

/** Ranks of the categories. */
const riskRanks: Record<string, number> = { TSTM: 1, MRGL: 2, SLGT: 3, ENH: 4, MDT: 5, HIGH: 6 };

/** Categories that SPC equates with the probabilities of days 4 to 8. */
const equalCategory: Record<number, string> = { 0.15: 'SLGT', 0.3: 'ENH' };

export type Risk = Pick<OutlookRow, 'risk' | 'riskRank' | 'probability' | 'significant'>;

/** As `knownRiskOf`; any other label, which is counted, is the risk as it is. */
export function riskOf(label: string, day: number): Risk {
  const known = knownRiskOf(label, day);
  if (known) return known;
  noteUnknownWord('LABEL', label);
  return { risk: label.trim().toUpperCase(), riskRank: null, probability: null, significant: false };
}

/** Parses a label (`MRGL`, `0.15`, `SIGN`, `CIG1`); undefined for any other text. */
export function knownRiskOf(label: string, day: number): Risk | undefined {
  const word = label.trim().toUpperCase();
  if (Object.hasOwn(riskRanks, word))
    return { risk: word, riskRank: riskRanks[word], probability: null, significant: false };
  if (/^(SIGN|CIG\d)$/.test(word)) return { risk: word, riskRank: null, probability: null, significant: true };
  const probability = /^(0?\.\d+|1\.0*)$/.test(word) ? Number(word) : Number.NaN;
  if (!(probability > 0)) return undefined;
  const equal = day >= 4 ? (equalCategory[probability] ?? null) : null;
  const riskRank = equal === null ? null : riskRanks[equal];
  return { risk: String(Math.round(probability * 100)), riskRank, probability, significant: false };
}
