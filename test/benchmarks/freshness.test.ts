import type { Answered } from '@severe/simulator';
import { run } from '@severe/testing/serve';
import { expect } from 'chai';
import { changesOf } from '../../benchmarks/freshness/changes.ts';
import { journeysOf, partsOf, type Journey, type Seen } from '../../benchmarks/freshness/journeys.ts';
import { shortest } from '../../benchmarks/freshness/load.ts';
import { measurementsOf } from '../../benchmarks/freshness/measurements.ts';
import { delaysOf, linesOf } from '../../benchmarks/freshness/table.ts';
import { fileOf, type Appearance, type FollowedKind } from '../../benchmarks/freshness/truth.ts';
import { measureFreshness } from '../../benchmarks/freshness.ts';
import { reached } from '../../benchmarks/results.ts';

const begin = Date.parse('2026-05-20T22:00:00Z');
const at = (seconds: number): number => begin + seconds * 1000;
const appearance = (kind: FollowedKind, name: string, seconds: number): Appearance => ({
  kind,
  name,
  series: kind,
  file: fileOf(`/bucket/${name}`),
  appearedAt: at(seconds),
});
const answer = (path: string, asked: number, answered = asked + 1, status = 200): Answered => ({
  path,
  status,
  askedAt: at(asked),
  answeredAt: at(answered),
});
const journey = (kind: string, seconds: number, more: Partial<Journey> = {}): Journey => ({
  kind,
  name: '',
  appearedAt: at(0),
  askedAt: at(seconds / 2),
  fetchedAt: at(seconds / 2),
  visibleAt: at(seconds),
  arrivedAt: at(seconds),
  seen: { 'stream event': at(seconds) },
  ...more,
});

describe('the benchmark of freshness', function () {
  this.timeout(600_000);

  it('divides the time of a frame into polling, fetching, making and announcing', () => {
    const seen = new Map<string, Seen>([['a', { 'stream event': at(9), list: at(9.5), tile: at(10), value: at(11) }]]);
    const answers = [answer('/bucket/a', 3, 5), answer('/bucket/?prefix=a', 1), answer('/bucket/a', 6, 7, 206)];
    const { arrived, missing } = journeysOf([appearance('mosaic', 'a', 1)], answers, seen);
    expect(missing).to.deep.equal([]);
    expect(partsOf(arrived[0])).to.deep.equal({ polling: 2000, fetching: 4000, making: 2000, announcing: 1000 });
  });

  it('takes the first list after an alert, and not one that had not changed', () => {
    const seen = new Map<string, Seen>([['list', { list: at(70), 'stream event': at(69), webhook: at(75) }]]);
    const answers = [answer('/bucket/list', 0), answer('/bucket/list', 31, 32, 304), answer('/bucket/list', 62, 63)];
    const { arrived } = journeysOf([appearance('alerts', 'list', 40)], [...answers, answer('/bucket/list', 92)], seen);
    expect(partsOf(arrived[0])).to.deep.equal({ polling: 22_000, fetching: 1000, making: 6000, announcing: 1000 });
  });

  it('takes the chunks of a volume and the whole of it for one file', () => {
    const chunks = '/unidata-nexrad-level2-chunks.s3.amazonaws.com/KTLX/412/20260520-221704-055-E';
    const archive = '/unidata-nexrad-level2.s3.amazonaws.com/2026/05/20/KTLX/KTLX20260520_221704_V06';
    expect(fileOf(chunks)).to.equal(fileOf(archive));
    expect(fileOf(chunks.replace('KTLX', 'KICT'))).to.not.equal(fileOf(archive));
  });

  it('tells what was superseded from what never arrived', () => {
    const seen = new Map<string, Seen>([['b', { 'stream event': at(20), tile: at(21) }]]);
    const all = [appearance('mosaic', 'a', 1), appearance('mosaic', 'b', 10), appearance('mosaic', 'c', 19)];
    const { superseded, missing } = journeysOf(all, [answer('/bucket/b', 12)], seen);
    expect(superseded.map(({ name }) => name)).to.deep.equal(['a']);
    expect(missing.map(({ name }) => name)).to.deep.equal(['c']);
  });

  it('follows a granule of flashes to the next event', () => {
    const { arrived } = journeysOf([appearance('lightning', 'a', 1)], [answer('/bucket/a', 3)], new Map(), [
      at(2),
      at(5),
    ]);
    expect(arrived[0].arrivedAt).to.equal(at(5));
  });

  it('traces an event of a source without names back to the second in which its page changed', async () => {
    const path = '/mesonet.agron.iastate.edu/geojson/lsr.geojson?hours=12';
    const server = await run((request, response) => {
      const [, time] = /^\/at\/([^/]+)\//.exec(request.url!)!;
      response.writeHead(200, { ETag: Date.parse(time) < at(17) ? '"before"' : '"after"' }).end();
    });
    try {
      const answers = [answer(path, 0), answer(path, 60)];
      const [traced] = await changesOf(server.url, 'reports', [at(62)], answers);
      expect(traced.appearedAt).to.equal(at(17));
      expect(partsOf(traced)).to.deep.equal({ polling: 43_000, fetching: 1000, making: 1000, announcing: 0 });
      expect(await changesOf(server.url, 'gauges', [at(62)], answers)).to.deep.equal([]);
    } finally {
      await server.close();
    }
  });

  it('tells percentiles by the nearest rank, and the shares of the time', () => {
    const values = Array.from({ length: 200 }, (_, i) => i + 1);
    expect(delaysOf(values)).to.deep.equal({ count: 200, p50: 100, p99: 198, max: 200 });
    expect(linesOf('mosaic', [journey('mosaic', 4), journey('mosaic', 8)])).to.deep.equal([
      'mosaic: 2, 4.00/8.00/8.00 s; polling 50 %, fetching 0 %, making 50 %, announcing 0 %',
      'mosaic, by way: stream event 4.00/8.00/8.00 s',
    ]);
  });

  it('holds each kind to its target, and the latest of all to its cadence', () => {
    const whole = { cores: 1.3, peakMb: 900, delivered: 1 };
    const measured = measurementsOf([journey('mosaic', 11), journey('alerts', 5), journey('reports', 330)], whole);
    const held = Object.fromEntries(measured.filter(({ target }) => target).map((one) => [one.what, reached(one)]));
    expect(held).to.deep.equal({
      'mosaic: from the provider to the client, 99th percentile': true,
      'alerts: from the provider to the client, 99th percentile': true,
      'alerts: making and announcing, 99th percentile': false,
      'the latest of all, as a share of the cadence of its source': false,
      'arrived, of what was not superseded': true,
      'processor time of the service': false,
    });
  });

  it('follows what appears at the providers to a client, in its shortest form', async () => {
    const lines: string[] = [];
    const measured = await measureFreshness(shortest, (line) => void lines.push(line));
    const valueOf = (what: string): number | undefined => measured.find((one) => one.what === what)?.value;
    expect(lines).to.include('0 never arrived: none');
    expect(lines.filter((line) => line.startsWith('told of'))).to.deep.equal([]);
    expect(valueOf('lightning: from the provider to the client, median')).to.be.above(0);
    expect(valueOf('processor time of the service')).to.be.within(0.1, 100);
    expect(valueOf('arrived, of what was not superseded')).to.equal(100);
  });
});
