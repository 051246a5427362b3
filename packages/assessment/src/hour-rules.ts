import type { AssessedSource, KnownAlert, KnownOutlook, KnownWatch } from './situation.ts';
import { rungOfAlert, type Rung } from './status.ts';

/** Risks of an hour, from low to high. */
export const risks = ['none', 'low', 'moderate', 'high', 'extreme'] as const;
export type Risk = (typeof risks)[number];

/** What is known of one hour. */
export interface HourFacts {
  alerts: KnownAlert[];
  watches: KnownWatch[];
  outlook: KnownOutlook | null;
  ero: KnownOutlook | null;
  /** HRRR values, by the keys of `/models/hrrr/point`. */
  hrrr: Record<string, number | null> | null;
}

/** Sources that decide on the risk of hours. */
export const hourSources: readonly AssessedSource[] = ['alerts', 'watches', 'outlooks', 'eros', 'hrrr'];

/** A rule: if an hour meets the condition, its risk is at least this. */
export interface HourRule {
  id: string;
  risk: Risk;
  cites: string;
  /** The condition in words, for `docs/assessment.md`. */
  condition: string;
  applies(this: void, hour: HourFacts): boolean;
}

const some = ({ alerts }: HourFacts, rung: Rung): boolean => alerts.some((alert) => rungOfAlert(alert) === rung);
const rankOf = (area: KnownOutlook | null): number => area?.riskRank ?? 0;

/** Forecast values that mean storms: echo of a thunderstorm, and rotation of a supercell. */
const modelThresholds = { refcDbz: 40, strongRefcDbz: 50, updraftHelicity: 75, capeJkg: 1000, gustMps: 26 };

const value = (hour: HourFacts, key: string): number => hour.hrrr?.[key] ?? -Infinity;

/** Every rule, highest risk first. The risk of an hour is that of the first rule that applies. */
export const hourRules: readonly HourRule[] = [
  {
    id: 'emergency',
    risk: 'extreme',
    cites: 'NWS Instruction 10-511: emergency, particularly dangerous situation, tornado observed',
    condition: 'an alert of status emergency reaches into the hour',
    applies: (hour) => some(hour, 'emergency'),
  },
  {
    id: 'high-outlook',
    risk: 'extreme',
    cites: 'NWS Instruction 10-512: category HIGH',
    condition: 'the convective outlook is HIGH',
    applies: ({ outlook }) => rankOf(outlook) >= 6,
  },
  {
    id: 'storm-warning',
    risk: 'high',
    cites: 'NWS Instruction 10-511: storm-based warnings',
    condition: 'an alert of status warning reaches into the hour',
    applies: (hour) => some(hour, 'warning'),
  },
  {
    id: 'pds-watch',
    risk: 'high',
    cites: 'NWS Instruction 10-512: PDS watch',
    condition: 'a watch for a particularly dangerous situation reaches into the hour',
    applies: ({ watches }) => watches.some(({ pds }) => pds === true),
  },
  {
    id: 'moderate-outlook',
    risk: 'high',
    cites: 'NWS Instruction 10-512: category MDT; WPC: excessive rainfall HIGH',
    condition: 'the convective outlook is MDT, or the excessive rainfall outlook HIGH',
    applies: ({ outlook, ero }) => rankOf(outlook) === 5 || rankOf(ero) >= 4,
  },
  {
    id: 'watch',
    risk: 'moderate',
    cites: 'NWS Instruction 10-512: severe local storms watches',
    condition: 'a watch reaches into the hour',
    applies: (hour) => hour.watches.length > 0 || some(hour, 'watch'),
  },
  {
    id: 'enhanced-outlook',
    risk: 'moderate',
    cites: 'NWS Instruction 10-512: category ENH; WPC: excessive rainfall MDT',
    condition: 'the convective outlook is ENH, or the excessive rainfall outlook MDT',
    applies: ({ outlook, ero }) => rankOf(outlook) === 4 || rankOf(ero) === 3,
  },
  {
    id: 'model-supercell',
    risk: 'moderate',
    cites:
      'Kain et al. 2008, Wea. Forecasting 23, 931: updraft helicity as a surrogate of supercells; SPC HREF: 75 m²/s²',
    condition: 'the HRRR has updraft helicity of 75 m²/s² or more within an echo of 40 dBZ or more',
    applies: (hour) =>
      value(hour, 'uh_2_5km') >= modelThresholds.updraftHelicity && value(hour, 'refc_dbz') >= modelThresholds.refcDbz,
  },
  {
    id: 'model-severe',
    risk: 'moderate',
    cites: 'NWS Instruction 10-511: severe gust 58 mph (26 m/s); echo of 50 dBZ: strong convection',
    condition: 'the HRRR has an echo of 50 dBZ or more and a gust of 26 m/s or more',
    applies: (hour) =>
      value(hour, 'refc_dbz') >= modelThresholds.strongRefcDbz && value(hour, 'gust_mps') >= modelThresholds.gustMps,
  },
  {
    id: 'other-alert',
    risk: 'low',
    cites: 'NWS Instruction 10-1703 (VTEC)',
    condition: 'any other alert reaches into the hour',
    applies: ({ alerts }) => alerts.length > 0,
  },
  {
    id: 'slight-outlook',
    risk: 'low',
    cites: 'NWS Instruction 10-512: categories MRGL and SLGT; WPC: excessive rainfall MRGL and SLGT',
    condition: 'the convective outlook is MRGL or SLGT, or the excessive rainfall outlook MRGL or SLGT',
    applies: ({ outlook, ero }) => rankOf(outlook) === 2 || rankOf(outlook) === 3 || rankOf(ero) >= 1,
  },
  {
    id: 'model-storm',
    risk: 'low',
    cites: 'Mecikalski and Bedka 2006, Mon. Wea. Rev. 134, 49: thunderstorm echoes of 35–40 dBZ',
    condition: 'the HRRR has an echo of 40 dBZ or more with CAPE of 1000 J/kg or more',
    applies: (hour) =>
      value(hour, 'refc_dbz') >= modelThresholds.refcDbz && value(hour, 'cape_jkg') >= modelThresholds.capeJkg,
  },
];

/** The risk of an hour, and the rule that gives it; `none` without a rule. */
export function riskOf(hour: HourFacts): { risk: Risk; rule: HourRule | null } {
  const rule = hourRules.find((each) => each.applies(hour)) ?? null;
  return { risk: rule?.risk ?? 'none', rule };
}

/** Whether an alert reaches into the hour that begins at `from`. */
export function reaches(alert: KnownAlert, from: Date, to: Date): boolean {
  return alert.expires > from && (alert.onset === null || alert.onset < to);
}
