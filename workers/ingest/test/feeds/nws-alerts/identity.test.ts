import { readFileSync } from 'node:fs';
import { sharedFile } from '@severe/testing/shared';
import { expect } from 'chai';
import { alertBulletins } from '../../../src/feeds/nws-alerts/bulletins.ts';
import { createNwsAlerts } from '../../../src/feeds/nws-alerts/feed.ts';
import type { Feed, FeedContext, FeedReport } from '../../../src/feed.ts';
import { feedContext } from '../../support/stand-ins.ts';
import { alertFeature, alertList } from './support.ts';

const open = '000000T0000Z';

/** A message about a flood of the office of Memphis in one county. */
function flood(id: string, county: string, vtec: string, sent: string, more: Record<string, unknown> = {}): unknown {
  const day = new Date(new Date(sent).getTime() + 86_400_000).toISOString();
  return alertFeature(
    {
      id,
      event: 'Flood Warning',
      areaDesc: county,
      affectedZones: [`https://api.weather.gov/zones/county/${county}`],
      geocode: { SAME: [], UGC: [county] },
      sent,
      effective: sent,
      onset: sent,
      expires: day,
      ends: null,
      messageType: vtec.includes('NEW') ? 'Alert' : 'Update',
      ...more,
    },
    { VTEC: [`/O.${vtec}/`] },
    null,
  );
}

/** The same as a bulletin. */
function floodText(heading: string, segments: [county: string, purge: string, vtec: string][]): string {
  const parts = segments.map(
    ([county, purge, vtec]) => `${county}-${purge}-\n/O.${vtec}/\n\n...Flood of ${county}...\n\n$$\n`,
  );
  return `000 \nWGUS44 KMEG ${heading}\nFLSMEG\n\nFlood Statement\nNational Weather Service Memphis TN\n\n${parts.join('\n')}`;
}

describe('nws-alerts: the identity of an event', () => {
  let now: Date;
  let context: FeedContext;
  let close: () => Promise<void>;
  let feed: Feed;
  let answer = '';

  beforeEach(async function () {
    this.timeout(60_000);
    feed = createNwsAlerts();
    const provider = {
      bytes: async () => undefined,
      text: async () => undefined,
      changedText: async () => ({ text: answer, markStored: () => undefined }),
    };
    ({ context, close } = await feedContext(provider, () => now));
  });
  afterEach(() => close());

  const list = (at: string, ...features: unknown[]): Promise<FeedReport> => {
    now = new Date(at);
    answer = alertList(features, { updated: at });
    return feed.run(context);
  };
  const bulletin = (at: string, text: string): Promise<FeedReport> => {
    now = new Date(at);
    return alertBulletins.store(context, [text]);
  };
  const rows = async () => {
    const found = await context.db.alerts.rows(Array.from({ length: 20 }, (_, i) => i + 1));
    return found
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, eventKey, version, status, zones }) => [id, eventKey, version, status, zones.join(' ')].join(' '));
  };

  it('tells two floods apart whose numbers were given in two years', async function () {
    const file = (name: string) =>
      readFileSync(sharedFile(this, `data/field-2026-11/alerts/1-etn-two-years/${name}`), 'utf8');
    const play = async (at: string, text: string) => {
      now = new Date(at);
      answer = text;
      return feed.run(context);
    };
    await play('2025-12-30T15:40:00Z', file('j1.json'));
    const report = await play('2026-01-06T15:40:00Z', file('j2.json'));
    expect(report).to.deep.include({ new: 1, changed: 1, conflicts: [] });
    expect(await rows()).to.deep.equal([
      '1 MEG.FL.W.0001.2025 2 active county/TNC053',
      '2 MEG.FL.W.0001.2026 1 active county/TNC157',
    ]);
  });

  it('tells them apart in bulletins', async function () {
    const texts = ['a_new2019', 'b_new2020', 'c_con2019', 'd_can2020'].map((name) =>
      readFileSync(sharedFile(this, `data/field-2026-11/alerts/1-etn-two-years/${name}.txt`), 'utf8'),
    );
    const times = ['2019-02-20T00:35Z', '2020-01-05T15:35Z', '2020-01-06T15:35Z', '2020-01-07T15:35Z'];
    for (const [i, text] of texts.entries()) {
      expect((await bulletin(times[i], text)).conflicts, times[i]).to.deep.equal([]);
      await context.db.alerts.expire();
    }
    expect((await rows()).map((row) => row.replace('expired', 'active'))).to.deep.equal([
      '1 MEG.FL.W.0001.2019 2 active county/TNC053',
      '2 MEG.FL.W.0001.2020 2 cancelled county/TNC157',
    ]);
  });
});
