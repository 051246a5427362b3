import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { DataError, UpstreamError } from '@severe/base';
import { channels, type DataEvent } from '@severe/catalogue';
import { sharedFile } from '@severe/testing/shared';
import { until } from '@severe/testing/until';
import { createNwsAlerts } from '../../../src/feeds/nws-alerts/feed.ts';
import type { Feed, FeedContext } from '../../../src/feed.ts';
import { feedContext } from '../../support/stand-ins.ts';
import { alertFeature, alertList } from './support.ts';

/** A provider that answers what it is told to, with tags that it wants to be asked with. */
class Provider {
  answer: string | Error = '';
  kept: string | undefined;

  async bytes(): Promise<undefined> {
    return undefined;
  }

  async text(): Promise<undefined> {
    return undefined;
  }

  async changedText() {
    const { answer } = this;
    if (answer instanceof Error) throw answer;
    if (answer === this.kept) return undefined;
    return { text: answer, markStored: () => void (this.kept = answer) };
  }
}

describe('nws-alerts/feed', () => {
  const provider = new Provider();
  let now: Date;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;
  let told: DataEvent[];
  let unsubscribe: () => Promise<void>;

  beforeEach(async function () {
    this.timeout(60_000);
    now = new Date('2026-05-20T22:18:00Z');
    provider.kept = undefined;
    feed = createNwsAlerts();
    const made = await feedContext(provider, () => now);
    ({ context, close } = made);
    told = [];
    unsubscribe = await made.platform.pubsub.subscribe<DataEvent>(channels.data, (event) => told.push(event));
  });
  afterEach(async () => {
    await unsubscribe();
    await close();
  });

  const tornado = alertFeature();
  const storm = alertFeature({ id: 'urn:storm', event: 'Severe Thunderstorm Warning' }, { VTEC: undefined });
  const run = (answer: string | Error) => {
    provider.answer = answer;
    return feed.run(context);
  };
  const failure = (answer: string | Error) =>
    run(answer).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
  const inForce = async () => {
    const { alerts } = context.db;
    const { rows } = await alerts.searchRevisions({ active: true, at: now, limit: 100, offset: 0 });
    return (await alerts.rows(rows.map(({ id }) => id))).map(({ event }) => event).sort();
  };

  it('stores new alerts and announces them', async () => {
    expect(await run(alertList([tornado, storm]))).to.deep.include({ new: 2, changed: 0, unchanged: 0, refused: [] });
    expect(await inForce()).to.deep.equal(['Severe Thunderstorm Warning', 'Tornado Warning']);
    await until(() => told.length >= 1);
    expect(told).to.deep.equal([
      { source: 'alerts', new: [1, 2], updated: [], ended: [], publishedAt: '2026-05-20T22:18:00.000Z' },
    ]);
  });

  it('is idempotent for an unchanged list', async () => {
    await run(alertList([tornado, storm]));
    expect(await run(alertList([storm, tornado]))).to.deep.include({ new: 0, changed: 0, unchanged: 2 });
    expect(await run(provider.kept!)).to.deep.include({ new: 0, changed: 0, unchanged: 0 }); // not sent again
    await until(() => told.length >= 1);
    expect(told).to.have.length(1);
  });

  it('ends alerts missing in a complete list, but not in a partial one', async () => {
    await run(alertList([tornado, storm]));
    await run(alertList([storm], { pagination: { next: 'https://api.weather.gov/alerts?cursor=x' } }));
    await run(alertList([storm, null]));
    expect(await inForce()).to.have.length(2);
    expect(await run(alertList([storm]))).to.deep.include({ changed: 1, unchanged: 1 });
    expect(await inForce()).to.deep.equal(['Severe Thunderstorm Warning']);
  });

  it('ends expired alerts while the list is unchanged', async () => {
    await run(alertList([tornado]));
    now = new Date('2026-05-20T22:46:00Z');
    expect(await run(provider.kept!)).to.deep.include({ changed: 1 });
    expect((await context.db.alerts.find(1))!.status).to.equal('expired');
  });

  describe('with a message that expires before the hazard ends', () => {
    const message = (more: object = {}) =>
      alertFeature({ expires: '2026-05-20T22:30:00Z', ends: '2026-05-21T01:00:00Z', ...more });
    const list = (...features: unknown[]) => alertList(features, { updated: now.toISOString() });
    const found = async () => (await context.db.alerts.find(1))!;

    it('keeps the alert in force until the end of the hazard', async () => {
      await run(list(message()));
      now = new Date('2026-05-21T00:59:00Z');
      expect(await run(list(message()))).to.deep.include({ changed: 0, unchanged: 1 });
      expect(await inForce()).to.have.length(1);
      expect(await found()).to.deep.include({
        status: 'active',
        version: 1,
        expires: new Date('2026-05-21T01:00:00Z'),
      });
      now = new Date('2026-05-21T01:00:00Z');
      await run(provider.kept!);
      expect((await found()).status).to.equal('expired');
    });

    it('ends it at once when a complete list no longer has it', async () => {
      const other = alertFeature({ id: 'urn:other', expires: '2026-05-21T02:00:00Z', ends: null }, { VTEC: undefined });
      await run(list(message(), other));
      now = new Date('2026-05-20T22:31:00Z');
      await run(list(other));
      expect((await found()).status).to.equal('ended');
    });

    it('ends it at once when a message cancels it, although that expires later', async () => {
      await run(list(message()));
      now = new Date('2026-05-20T22:31:00Z');
      const cancel = { id: 'urn:can', messageType: 'Cancel', sent: now.toISOString(), expires: '2026-05-20T23:30:00Z' };
      await run(alertList([{ ...message(cancel), properties: { ...(message(cancel)['properties'] as object), parameters: { VTEC: ['/O.CAN.KOUN.TO.W.0034.000000T0000Z-260521T0100Z/'] } } }])); // prettier-ignore
      expect((await found()).status).to.equal('cancelled');
      expect(await inForce()).to.deep.equal([]);
    });

    it('takes the expiry of a message whose hazard has an open end or ends before', async () => {
      const early = { expires: '2026-05-20T22:40:00Z', ends: '2026-05-20T22:30:00Z' };
      await run(list(message(early), message({ ...early, id: 'urn:open', ends: null }), alertFeature({ id: 'urn:x' }, { VTEC: undefined }))); // prettier-ignore
      expect((await found()).expires).to.deep.equal(new Date('2026-05-20T22:40:00Z'));
    });

    it('keeps the heat warning of a real report in force, of which the update was late', async function () {
      now = new Date('2024-08-26T10:50:00Z');
      await run(readFileSync(sharedFile(this, 'data/field-2026-11/alerts/6-expires-ends/k1.json'), 'utf8'));
      expect(await inForce()).to.deep.equal(['Excessive Heat Warning']);
      expect(await found()).to.deep.include({
        expires: new Date('2024-08-27T01:00:00Z'),
        messageExpires: new Date('2024-08-26T10:45:00Z'),
        ends: new Date('2024-08-27T01:00:00Z'),
      });
    });
  });

  it('accepts an empty list after a full one only if it repeats', async () => {
    await run(alertList([tornado]));
    for (const time of ['first', 'second']) {
      expect(await failure(alertList([])), time)
        .to.be.instanceOf(DataError)
        .with.property('code', 'suspicious');
      expect(await inForce()).to.have.length(1);
    }
    await run(alertList([]));
    expect(await inForce()).to.deep.equal([]);
  });

  it('accepts an empty list at first', async () => {
    expect(await run(alertList([]))).to.deep.include({ new: 0, refused: [] });
  });

  it('keeps its rows for any other payload', async () => {
    await run(alertList([tornado]));
    const faults: (string | Error)[] = [
      '',
      '[]',
      '<!doctype html><title>Service unavailable</title>',
      alertList([tornado]).slice(0, 500),
      '{"error":{"code":400}}',
      '\0'.repeat(100),
      new UpstreamError('api.weather.gov', 'api.weather.gov answers 503'),
      new DataError('too-large', 'more than 67108864 bytes'),
    ];
    for (const fault of faults) {
      expect(await failure(fault), String(fault).slice(0, 40)).to.be.instanceOf(Error);
      expect(await inForce()).to.deep.equal(['Tornado Warning']);
    }
  });

  it('stores valid alerts beside an invalid one', async () => {
    const report = await run(alertList([tornado, alertFeature({ id: 'urn:bad', sent: 'x' }), storm]));
    expect(report).to.deep.include({ new: 2, isResponseValid: true });
    expect(report.refused).to.deep.equal([{ what: 'urn:bad', why: 'expected sent as a time, got "x"' }]);
  });

  it('updates an alert whose text changed under the same identifier', async () => {
    await run(alertList([tornado]));
    expect(await run(alertList([alertFeature({ headline: 'Corrected' })]))).to.deep.include({ new: 0, changed: 1 });
    expect((await context.db.alerts.find(1))!.headline).to.equal('Corrected');
  });

  it('does not replace a newer message by an older one', async () => {
    await run(alertList([alertFeature({ id: 'urn:2', sent: '2026-05-20T22:15:00Z', headline: 'Newer' })]));
    expect(await run(alertList([tornado]))).to.deep.include({ changed: 0, unchanged: 1 });
    expect((await context.db.alerts.find(1))!.headline).to.equal('Newer');
  });

  it('records the time of the fetch as data time, unless the list is unchanged for an hour', async () => {
    const dataAt = async () =>
      (await context.db.sourceRuns.health(now)).find(({ source }) => source === 'alerts')!.dataAt;
    await run(alertList([tornado]));
    expect(await dataAt()).to.deep.equal(now);
    now = new Date('2026-05-20T22:50:00Z');
    await run(provider.kept!);
    expect(await dataAt()).to.deep.equal(now);
    const last = now;
    now = new Date('2026-05-20T23:20:00Z');
    await run(provider.kept!);
    expect(await dataAt()).to.deep.equal(last); // of 22:17, and nobody believes that any more
  });
});
