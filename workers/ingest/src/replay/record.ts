import type { Clock } from '@severe/base';
import type { RecordingWriter } from '@severe/recording';
import type { Feed } from '../feed.ts';
import type { Exchange } from '../fetch/exchange.ts';
import { rangeOf } from '../fetch/exchange.ts';
import type { FetchOptions } from '../fetch/fetcher.ts';
import type { TrafficCounts } from '../traffic.ts';
import type { HostGates } from '../fetch/host-gates.ts';
import { createHttpFetcher, type ProviderSettings } from '../fetch/http-fetcher.ts';

/** Headers that say how a response was sent, and not what it holds: the body is stored as it was decoded. */
const ofTransfer = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);

/** The same feed, whose requests and runs are recorded. */
export function recordedFeed(
  feed: Feed,
  {
    writer,
    settings,
    gates,
    traffic,
    clock,
    signal,
  }: {
    writer: RecordingWriter;
    settings: ProviderSettings;
    gates?: HostGates;
    traffic?: TrafficCounts | undefined;
    clock: Clock;
    signal: AbortSignal;
  },
): Feed {
  const watch = watchOf(feed.id, writer);
  const fetcher = createHttpFetcher(settings, signal, {
    watch,
    ...(gates ? { gates } : {}),
    ...(traffic ? { meter: traffic.meterOf(feed.source) } : {}),
  });
  return {
    ...feed,
    async run(context) {
      const from = clock();
      try {
        return await feed.run({ ...context, fetcher });
      } finally {
        if (!signal.aborted) await writer.run(feed.id, from, clock());
      }
    },
  };
}

/** Records the exchanges of a feed. */
export function watchOf(feed: string, writer: RecordingWriter) {
  return (url: string, { range, post }: FetchOptions, { response, body, problem }: Exchange): Promise<void> => {
    const headers = [...(response?.headers ?? [])].filter(([name]) => !ofTransfer.has(name));
    return writer.answer(
      feed,
      {
        method: post ? 'POST' : 'GET',
        url,
        ...(range ? { range: rangeOf(range) } : {}),
        ...(post ? { post: JSON.stringify(post) } : {}),
      },
      {
        ...(response ? { status: response.status } : {}),
        headers: Object.fromEntries(headers),
        ...(body ? { body } : {}),
        ...(problem === undefined ? {} : { problem }),
      },
    );
  };
}
