import { invalid, plainly } from '@severe/base';
import { streamSources } from '@severe/catalogue';
import { alsoCalled, parsed, Reply, text } from '@severe/http';
import { endpoint } from '../../context.ts';

/** Headers of the stream, beside those that every public response has. */
export const streamHeaders: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** GET /stream. The response of a GET is written by `serve-stream.ts`; the handler answers HEAD. */
export const listenToStream = endpoint({
  path: '/stream',
  summary: 'Server-sent events: a small event whenever new data is published.',
  description:
    'The name of an event is the id of the source whose data changed; `data` is one line of JSON with `source` and ' +
    '`published_at`, and with the product and time of a new frame or the ids of changed alerts. ' +
    'The first event is `ready`, with a member `replay` if the service plays another time as if it were now. `reset` means that events were lost: fetch the data again. `bye` comes before the ' +
    'server closes the connection: connect again. A reconnect with `Last-Event-ID` replays up to 10 minutes or 1,000 ' +
    'events. A comment is sent every 15 seconds. The stream is exempt from the rate limit.',
  tag: 'Stream',
  query: {
    sources: alsoCalled(
      parsed(
        text({
          minLength: 1,
          about: `Names of the events to send, separated by commas: ${streamSources.join(', ')}. All if absent.`,
          example: 'alerts,radar',
        }),
        sourcesIn,
      ),
      ['source', 'events', 'types', 'topics'],
    ),
  },
  response: { media: 'text/event-stream', about: 'Events as they happen (WHATWG HTML, server-sent events).' },
  cache: 'no-store',
  countedAs: 'exempt',
  errors: { 503: 'The database is unavailable, or this address has too many open streams (STREAM_MAX_PER_IP).' },
  handle: () => new Reply(200, streamHeaders),
});

const names = new Set<string>(streamSources);

/** @throws {RequestError} 422 for a name that is not an event of the stream */
function sourcesIn(given: string): string[] {
  return given.split(',').map((name) => {
    if (names.has(name)) return name;
    const expected = streamSources.map((each) => `'${each}'`).join(', ');
    throw invalid(['query', 'sources'], `Input should be ${expected}`, 'enum', {
      input: plainly(name),
      ctx: { expected },
    });
  });
}
