import { type Contract, ids, page, spatial, timeRange, wfo } from '../contract.ts';

const text = {
  good: ['Tornado Warning', 'tornado warning,Flood Watch', "a' OR 1=1--", 'x'.repeat(4096)],
  bad: ['x'.repeat(4097)],
};

/** Alerts, with the additions of decision 11. */
export const alerts: Contract[] = [
  {
    path: '/alerts',
    media: 'application/geo+json',
    cache: 5,
    params: {
      ...spatial,
      wfo,
      ...timeRange,
      ...page(100),
      id: ids,
      active: { boolean: true, default: true },
      event: { text },
      zone: { text: { good: ['OKC027', 'okz025, AMZ330', '', ','], bad: ['OK', 'OKC27', 'OKC0271', 'Cleveland'] } },
      severity: { oneOf: ['Extreme', 'Severe', 'Moderate', 'Minor'] },
      urgency: { oneOf: ['Immediate', 'Expected', 'Future'] },
    },
  },
  {
    path: '/alerts/1',
    template: '/alerts/{alert_id}',
    media: 'application/json',
    cache: 5,
    params: {},
    missing: ['/alerts/888888888', '/alerts/4294967296'],
    malformed: ['/alerts/xyz', '/alerts/1.5', '/alerts/99999999999999999999'],
  },
  {
    path: '/alerts/changes',
    media: 'application/json',
    cache: 5,
    params: {
      since: { composite: { good: ['0.0', '0.48213'], bad: ['', '1', 'x.y', '-1.0', '99999999999999999.1'] } },
      limit: { integer: { min: 1, max: 1000 }, default: 100 },
    },
  },
  {
    path: '/zones',
    media: 'application/geo+json',
    cache: 86_400,
    always: 'ids=OKC027',
    params: {},
  },
];
