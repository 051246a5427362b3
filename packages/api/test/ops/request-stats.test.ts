import { expect } from 'chai';
import { Histogram, Registry } from 'prom-client';
import { createMetrics } from '../../src/ops/metrics.ts';

/** The lines of one metric, in any order. */
const linesOf = (text: string, name: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .sort();

describe('api/ops/request-stats', () => {
  it('writes the same histogram as prom-client', async () => {
    const { registry, observe } = createMetrics();
    const reference = new Registry();
    const name = 'severe_http_request_duration_seconds';
    const histogram = new Histogram({
      name,
      help: 'x',
      labelNames: ['route'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [reference],
    });
    const milliseconds = [0, 0.5, 0.50001, 1, 3, 24, 25, 26, 900, 5000, 5001, 60_000];
    for (const route of ['/a', '/b/{id}']) {
      for (const ms of milliseconds) {
        observe({ route, method: 'GET', status: 200, ms });
        histogram.observe({ route }, ms / 1000);
      }
    }
    const ours = linesOf(await registry.metrics(), name);
    expect(ours).to.have.length(2 * 16);
    expect(ours).to.deep.equal(linesOf(await reference.metrics(), name));
  });

  it('counts by route, method and status', async () => {
    const { registry, observe } = createMetrics();
    for (const status of [200, 304, 200]) observe({ route: '/a', method: 'GET', status, ms: 1 });
    observe({ route: '/a', method: 'HEAD', status: 200, ms: 1 });
    expect(linesOf(await registry.metrics(), 'severe_http_requests_total')).to.deep.equal([
      'severe_http_requests_total{route="/a",method="GET",status="200"} 2',
      'severe_http_requests_total{route="/a",method="GET",status="304"} 1',
      'severe_http_requests_total{route="/a",method="HEAD",status="200"} 1',
    ]);
  });
});
