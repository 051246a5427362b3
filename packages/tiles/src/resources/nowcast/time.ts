import { minuteMs } from '@severe/async';
import { grammars } from '@severe/base';
import { nowcast } from '@severe/catalogue';
import { alsoCalled, composite, shape } from '@severe/http';
import { readLead, readRun } from '../../read-time.ts';
import { productParam, stampShape } from '../shared.ts';

/** The tag of all endpoints of the nowcast. */
export const tag = 'Nowcast';

/** Said by every endpoint: what is shown has not happened. */
export const disclaimer =
  'Extrapolated: echoes move as they did, and neither grow nor decay. After half an hour single storms are often wrong. ' +
  `There is none while the newest radar mosaic is older than ${nowcast.oldest} minutes.`;

export const nowcastProductParam = productParam('nowcast', 'composite-reflectivity');

/** The run of a nowcast. */
export const runParam = alsoCalled(
  composite(readRun, {
    grammar: `${grammars.stamp}|${grammars.time}`,
    about:
      'Time of the radar mosaic from which the run begins, `YYYYMMDDHHMM` in UTC or RFC 3339. Default: the newest. Runs of the last ten minutes are kept.',
    example: '202605202218',
  }),
  ['run', 'init', 'cycle'],
);

/** Parameters that select a frame. */
export const nowcastTimeParams = {
  ts: runParam,
  valid: alsoCalled(
    composite(readLead, {
      grammar: `^(${nowcast.leads.join('|')})$|${grammars.stamp}|${grammars.time}`,
      about: `Valid time in the same formats, or the lead time in minutes: ${nowcast.leads.join(', ')}. Default: the one nearest to now.`,
      example: '30',
    }),
    ['time', 'datetime', 'date'],
  ),
};

/** Fields of a response that name a frame of a run. */
export const timeShape = {
  run: shape.time({ about: 'Time of the radar mosaic from which it begins.' }),
  ts: stampShape,
  lead_minutes: shape.integer({ about: 'Minutes from the mosaic to the valid time.' }),
  valid: stampShape,
  time: shape.time({ about: 'Valid time.' }),
};

/** Whole minutes between two times. */
export function leadOf(runAt: Date, validAt: Date): number {
  return Math.round((validAt.getTime() - runAt.getTime()) / minuteMs);
}
