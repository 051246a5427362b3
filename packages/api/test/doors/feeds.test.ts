import { execFileSync } from 'node:child_process';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { hasTool } from '@severe/testing/tools';
import { expect } from 'chai';
import { startTestApi, type TestService } from '../support/service.ts';
import { startStormService, stormValues } from '../support/storm-over-norman.ts';

/** An element: its name with the namespace in braces, its attributes, its text, and its elements. */
type Element = [name: string, attributes: Record<string, string>, text: string, inner: Element[]];

const program = `import json, sys, xml.etree.ElementTree as et
def read(e): return [e.tag, e.attrib, e.text or "", [read(inner) for inner in e]]
print(json.dumps(read(et.fromstring(sys.stdin.buffer.read()))))`;

/** A document as the XML reader of Python has it. */
const read = (body: Buffer): Element =>
  JSON.parse(execFileSync('python3', ['-c', program], { input: body, encoding: 'utf8' })) as Element;

const atom = '{http://www.w3.org/2005/Atom}';
const cap = '{urn:oasis:names:tc:emergency:cap:1.2}';
const allOf = ([, , , inner]: Element, name: string): Element[] => inner.filter(([found]) => found === name);
const textOf = (element: Element, name: string): string | undefined => allOf(element, name)[0]?.[2];

describe('feeds', function () {
  this.timeout(60_000);
  let service: TestService;
  before(async function () {
    if (!hasTool('python3')) this.skip();
    service = await startStormService(() => stormValues());
    const headline = 'Less < more & "so" \u0001 ⛈ ]]>';
    const key = 'OUN.TO.W.9001.2026';
    await service.db.alerts.store([alertEvent({ eventKey: key, sent: new Date('2026-05-20T22:16:00Z') })]);
    await service.db.alerts.store([alertEvent({ eventKey: key, headline, messageType: 'Update', action: 'CON' })]);
    await service.db.alerts.store([alertEvent({ eventKey: 'OUN.FL.W.9002.2026', polygon: null })]);
  });
  after(() => service?.close());

  const listed = async (query = '') => (await service.ask(`/api/v1/alerts?${query}`)).json().features as any[];

  it('has an entry for each alert of the list, with the elements of CAP', async () => {
    const answer = await service.ask('/api/v1/feeds/alerts.atom?state=OK');
    expect(answer.headers['content-type']).to.equal('application/atom+xml; charset=utf-8');
    const feed = read(answer.body);
    expect(feed[0]).to.equal(`${atom}feed`);
    const [self] = allOf(feed, `${atom}link`);
    expect(self[1]).to.include({ rel: 'self' });
    expect(self[1].href)
      .to.match(/\/api\/v1\/feeds\/alerts\.atom\?state=OK$/)
      .and.equal(textOf(feed, `${atom}id`));
    expect(textOf(feed, `${atom}updated`)).to.match(/^2026-05-20T22:\d\d:\d\dZ$/);
    const entries = allOf(feed, `${atom}entry`).filter(
      (entry) => !textOf(entry, `${atom}id`)!.endsWith('#not-current'),
    );
    const features = await listed('state=OK');
    expect(entries).to.have.lengthOf(features.length);
    for (const [i, { geometry, properties }] of features.entries()) {
      const entry = entries[i];
      expect(textOf(entry, `${atom}id`)).to.equal(properties.url);
      expect(textOf(entry, `${atom}title`)).to.equal(`[SIMULATED] ${properties.headline.replace('\u0001', '\ufffd')}`);
      expect(textOf(entry, `${cap}status`)).to.equal('Test');
      expect(textOf(entry, `${cap}event`)).to.equal(properties.event);
      expect(textOf(entry, `${cap}severity`)).to.equal(properties.severity);
      expect(textOf(entry, `${cap}expires`)).to.equal(properties.expires.replace('Z', '-00:00'));
      const [polygon] = allOf(entry, `${cap}polygon`);
      expect(polygon?.[2]).to.equal(geometry?.coordinates[0].map(([lon, lat]: number[]) => `${lat},${lon}`).join(' '));
      expect(allOf(entry, `${cap}geocode`)).to.have.lengthOf(properties.affected_zones.length);
    }
  });

  it('has a message of CAP 1.2 for each alert, which refers to the versions before', async () => {
    const [feature] = (await listed()).filter(({ properties }) => properties.event_key === 'OUN.TO.W.9001.2026');
    const answer = await service.ask(`/api/v1/alerts/${feature.id}.cap`);
    expect(answer.headers['content-type']).to.equal('application/cap+xml; charset=utf-8');
    const alert = read(answer.body);
    expect(alert[3].map(([name]) => name.replace(cap, ''))).to.deep.equal([
      'identifier', 'sender', 'sent', 'status', 'msgType', 'source', 'scope', 'note', 'references', 'info',
    ]); // prettier-ignore
    expect(textOf(alert, `${cap}identifier`)).to.equal('severe.OUN.TO.W.9001.2026.2');
    expect(textOf(alert, `${cap}msgType`)).to.equal('Update');
    expect(textOf(alert, `${cap}sent`)).to.equal('2026-05-20T22:18:00-00:00');
    expect(textOf(alert, `${cap}references`)).to.match(
      /^alerts@[^,]+,severe\.OUN\.TO\.W\.9001\.2026\.1,2026-05-20T\S+-00:00$/,
    );
    const [info] = allOf(alert, `${cap}info`);
    expect(textOf(info, `${cap}event`)).to.equal('Tornado Warning');
    const [area] = allOf(info, `${cap}area`);
    const codes = allOf(area, `${cap}geocode`).map((code) => [
      textOf(code, `${cap}valueName`),
      textOf(code, `${cap}value`),
    ]);
    expect(codes).to.deep.include(['UGC', 'OKC027']).and.deep.include(['SAME', '040027']);
    expect((await service.ask('/api/v1/alerts/888888.cap')).status).to.equal(404);
  });

  it('tells reports with their places', async () => {
    const answer = await service.ask('/api/v1/feeds/reports.rss');
    expect(answer.headers['content-type']).to.equal('application/rss+xml; charset=utf-8');
    const [channel] = read(answer.body)[3];
    const items = allOf(channel, 'item').filter((item) => !textOf(item, 'guid')!.endsWith('#not-current'));
    const { features } = (await service.ask('/api/v1/reports')).json();
    expect(items).to.have.lengthOf(features.length);
    expect(textOf(items[0], 'title')).to.equal('[SIMULATED] hail 1.75 in: 3 SW Norman, Cleveland, OK');
    const [lon, lat] = features[0].geometry.coordinates;
    expect(textOf(items[0], '{http://www.georss.org/georss}point')).to.equal(`${lat} ${lon}`);
    expect(textOf(items[0], 'pubDate')).to.equal('Wed, 20 May 2026 22:10:00 GMT');
  });

  it('says first that a source does not answer', async () => {
    const silent = await startTestApi();
    try {
      const feed = read((await silent.ask('/api/v1/feeds/alerts.atom')).body);
      expect(allOf(feed, `${atom}entry`).map((entry) => textOf(entry, `${atom}title`))).to.deep.equal(['NOT CURRENT: the source does not answer']); // prettier-ignore
      const [channel] = read((await silent.ask('/api/v1/feeds/reports.rss')).body)[3];
      expect(allOf(channel, 'item')).to.have.lengthOf(1);
    } finally {
      await silent.close();
    }
  });

  it('checks parameters as the list does', async () => {
    const { status, json } = await service.ask('/api/v1/feeds/alerts.atom?state=XX');
    expect([status, json().detail[0].loc]).to.deep.equal([422, ['query', 'state']]);
  });
});
