import { expect } from 'chai';
import { problemsOf } from '../../scripts/faults/cluster/check-history.ts';
import {
  emptyHistory,
  type Delivered,
  type Heard,
  type History,
  type Seen,
} from '../../scripts/faults/cluster/history.ts';

/** `npm run test:faults -- cluster` decides from what clients saw. */
describe('the history of a cluster', () => {
  const minuteMs = 60_000;
  const start = Date.parse('2026-05-20T22:00:00Z');
  const product = 'composite-reflectivity';
  const behindMs = 3000;

  /** A right response of a second. */
  const seen = (second: number, other: Partial<Seen> = {}): Seen => ({
    client: 'ann',
    at: start + second * 1000,
    tookMs: 1,
    path: '/tile.png?ts=202605202158',
    status: 200,
    hasRetryAfter: false,
    mayBeRefused: false,
    madeAt: start + second * 1000,
    mostAgeMs: minuteMs,
    isImmutable: false,
    digest: 'a',
    ...other,
  });
  const newest = (minute: number) => ({ newest: { product, frameAt: start + minute * minuteMs } });
  const heard = (number: number, other: Partial<Heard> = {}): Heard => ({
    client: 'ann',
    at: start + number * 1000,
    id: `1779314400-${String(number).padStart(4, '0')}`,
    name: 'radar',
    data: '{}',
    ...other,
  });
  const delivered = (alert: number, other: Partial<Delivered> = {}): Delivered => ({
    at: start,
    webhook: 1,
    id: `msg_1_${alert}_severe`,
    alert,
    severity: 'Severe',
    ...other,
  });
  const problems = (history: Partial<History>) =>
    problemsOf({ ...emptyHistory(), ...history }, { behindMs }).map(({ promise, what }) => `${promise}: ${what}`);

  it('is right without a fault', () => {
    const all: Partial<History> = {
      seen: [seen(0, newest(0)), seen(1, { isImmutable: true }), seen(2, { isImmutable: true }), seen(130, newest(2))],
      heard: [heard(3, { name: 'ready' }), heard(4), heard(4, { name: 'bye' }), heard(4, { name: 'ready' }), heard(5)],
      delivered: [delivered(7), delivered(7), delivered(7, { severity: 'Extreme', id: 'msg_1_7_extreme' })],
      owed: [{ at: start, webhook: 1, alert: 7 }],
    };
    expect(problems(all)).to.deep.equal([]);
  });

  it('has only right statuses: a refusal is excused by the fault, and says when to ask again', () => {
    const refused = { status: 503, hasRetryAfter: true };
    expect(problems({ seen: [seen(0, { ...refused, mayBeRefused: true })] })).to.deep.equal([]);
    const wrong = [
      seen(0, refused),
      seen(1, { status: 503, mayBeRefused: true }),
      seen(2, { status: 404, mayBeRefused: true }),
      seen(3, { status: undefined }),
    ];
    expect(problems({ seen: wrong }).map((text) => text.replace(/^.*ts=\d+: /, ''))).to.deep.equal([
      '503',
      '503 without Retry-After',
      '404',
      'no response',
    ]);
  });

  it('has one body for an immutable URL, for all clients', () => {
    const bodies = (isImmutable: boolean) => [seen(0, { isImmutable }), seen(9, { isImmutable, digest: 'b', client: 'bob' })]; // prettier-ignore
    expect(problems({ seen: bodies(true) })).to.have.length(1);
    expect(problems({ seen: bodies(false) })).to.deep.equal([]);
  });

  it('goes from frame to frame for one client, in responses and events together', () => {
    const events = (client: string) => [heard(10, { client, frame: newest(4).newest })];
    expect(problems({ heard: events('ann'), seen: [seen(20, newest(2))] })).to.have.length(1);
    expect(problems({ heard: events('bob'), seen: [seen(20, newest(2))] })).to.deep.equal([]);
    const other = { newest: { product: 'echo-tops', frameAt: start } };
    expect(problems({ heard: events('ann'), seen: [seen(20, other)] })).to.deep.equal([]);
    expect(problems({ seen: [seen(0, newest(2)), seen(9, newest(0))] })).to.have.length(1);
  });

  it('permits what a cache has kept, by when it was made and for as long as it says', () => {
    const known = seen(10, newest(4));
    expect(problems({ seen: [known, seen(40, { ...newest(2), madeAt: start + 5000 })] })).to.deep.equal([]);
    expect(problems({ seen: [known, seen(40, { ...newest(2), madeAt: start + 15_000 })] })).to.have.length(1);
    expect(problems({ seen: [known, seen(90, { ...newest(2), madeAt: start + 5000 })] })[0]).to.match(/is 85 s old$/);
  });

  it('permits a replica to be behind for a while', () => {
    expect(problems({ seen: [seen(10, newest(4)), seen(12, newest(2))] })).to.deep.equal([]);
    expect(problems({ seen: [seen(10, newest(4)), seen(14, newest(2))] })).to.have.length(1);
  });

  it('has every event once, on whichever connection', () => {
    expect(problems({ heard: [heard(1), heard(3)] })).to.deep.equal([
      'events: ann gets 1779314400-0003 after number 1',
    ]);
    expect(problems({ heard: [heard(1), heard(1, { name: 'ready' }), heard(3)] })).to.have.length(1);
    expect(problems({ heard: [heard(1), heard(2), heard(2)] })).to.deep.equal([
      'events: ann gets 1779314400-0002 again',
    ]);
    expect(problems({ heard: [heard(1), heard(2), heard(1), heard(3)] })).to.have.length(1);
    expect(problems({ heard: [heard(1), heard(9, { name: 'reset' }), heard(10)] })).to.have.length(1);
    expect(problems({ heard: [heard(1), heard(1, { client: 'bob', data: '{"more":true}' })] })).to.deep.equal([
      'events: 1779314400-0001 is not the same for all clients',
    ]);
  });

  it('has each alert delivered, with one id that is of no other', () => {
    const owed = [{ at: start, webhook: 1, alert: 7 }];
    expect(problems({ owed })).to.deep.equal(['deliveries: alert 7 never came to webhook 1']);
    expect(problems({ owed, delivered: [delivered(7, { webhook: 2, id: 'msg_2_7_severe' })] })).to.have.length(1);
    expect(problems({ delivered: [delivered(7), delivered(7, { id: 'msg_1_7' })] })).to.have.length(1);
    expect(problems({ delivered: [delivered(7), delivered(8, { id: 'msg_1_7_severe' })] })).to.have.length(1);
  });

  it('has nothing of the future', () => {
    const happenedAt = start + 10 * minuteMs;
    expect(problems({ seen: [seen(0, { happenedAt })], heard: [heard(1, { happenedAt })] })).to.have.length(2);
    expect(problems({ heard: [heard(1, { happenedAt: start })] })).to.deep.equal([]);
  });
});
