import { expect } from 'chai';
import { continueTrace, currentTraceparent, recordFailure, recordSpan, traced } from '../src/index.ts';
import { hasFailed, recordSpans, type RecordedSpans } from './support/recorded-spans.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'; // the example of W3C Trace Context, 3.2.2

describe('tracing without an SDK', () => {
  it('calls the work and passes on what it returns or throws', async () => {
    expect(await traced('one', {}, async () => 7)).to.equal(7);
    const failure = await traced('one', {}, () => Promise.reject(new Error('no'))).catch(
      (error: Error) => error.message,
    );
    expect(failure).to.equal('no');
  });

  it('gives rows no trace context', async () => {
    expect(await traced('one', {}, async () => currentTraceparent())).to.equal(null);
    expect(await traced('one', { parent }, async () => currentTraceparent())).to.equal(null);
  });
});

describe('tracing with an SDK', () => {
  let spans: RecordedSpans;
  before(() => {
    spans = recordSpans();
  });
  beforeEach(() => spans.clear());
  after(() => spans.close());

  it('continues the trace that a row carries', async () => {
    await traced('one', { parent }, async () => undefined);
    const [one] = spans.named('one');
    expect(one.spanContext().traceId).to.equal('0af7651916cd43dd8448eb211c80319c');
    expect(one.parentSpanContext).to.include({ spanId: 'b7ad6b7169203331', isRemote: true });
  });

  it('gives rows the current span, in a form that leads back to it', async () => {
    const carried = await traced('one', {}, async () => currentTraceparent());
    await traced('two', { parent: carried }, async () => undefined);
    expect(spans.pathOf(spans.named('two')[0])).to.deep.equal(['two', 'one']);
  });

  it('keeps the decision of a sampler not to record a trace', async () => {
    await traced('one', { parent: parent.replace(/01$/, '00') }, async () => {
      expect(currentTraceparent()).to.match(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/);
    });
    expect(spans.named('one')).to.deep.equal([]);
  });

  it('begins a trace where a row carries none, or no valid one', async () => {
    const zero = `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`;
    await traced('outer', {}, async () => {
      for (const bad of [null, '', 'x', zero, parent.toUpperCase(), `${parent}-1`])
        await traced('one', { parent: bad }, async () => undefined);
    });
    expect(spans.named('one').map(({ parentSpanContext }) => parentSpanContext)).to.deep.equal(
      Array(6).fill(undefined),
    );
  });

  it('runs a job in its trace, and leaves that of the caller', async () => {
    await traced('caller', {}, async () => {
      await continueTrace(parent, () => traced('job', {}, async () => undefined));
      await continueTrace(null, () => traced('other', {}, async () => undefined));
    });
    expect(spans.named('job')[0].parentSpanContext?.spanId).to.equal('b7ad6b7169203331');
    expect(spans.named('other')[0].parentSpanContext).to.equal(undefined);
  });

  it('records an error, thrown or handled', async () => {
    await traced('thrown', {}, () => Promise.reject(new Error('no'))).catch(() => undefined);
    await traced('handled', {}, async (span) => recordFailure(span, new Error('no')));
    for (const name of ['thrown', 'handled']) {
      const [span] = spans.named(name);
      expect(hasFailed(span)).to.equal(true);
      expect(span.status.message).to.equal('no');
      expect(span.events.map((event) => event.name)).to.deep.equal(['exception']);
    }
  });

  it('records a span afterwards, with its start', () => {
    const startedAt = performance.now() - 100;
    recordSpan('one', startedAt, { parent, attributes: { n: 1 } });
    const [one] = spans.named('one');
    expect(one.attributes).to.deep.equal({ n: 1 });
    expect(one.duration[0] * 1e3 + one.duration[1] / 1e6).to.be.at.least(100);
    expect(one.parentSpanContext?.spanId).to.equal('b7ad6b7169203331');
  });
});
