import type { RequestListener } from 'node:http';
import type { ReplayOptions } from '@severe/api';
import { formatTime, type Settings } from '@severe/base';
import type { Replay } from '@severe/ingest';

/** What a service plays: its replay, or the time of `SEVERE_CLOCK`, which has no end. Undefined if it follows the present. */
export function playedBy({
  replay,
  settings,
}: {
  replay?: Replay;
  settings: Pick<Settings, 'clock'>;
}): ReplayOptions | undefined {
  if (replay) {
    const { clock, recording } = replay;
    return { from: clock.from, to: clock.to, speed: clock.speed, recorded: recording !== undefined };
  }
  return settings.clock && { from: settings.clock, to: undefined, speed: 1, recorded: false };
}

/** The same listener, with the header `X-Replay` in every response. */
export function marked(listener: RequestListener, { from, to, speed }: ReplayOptions): RequestListener {
  const value = `${formatTime(from)}..${to ? formatTime(to) : ''}; speed=${speed}`;
  return (request, response) => {
    response.setHeader('X-Replay', value);
    listener(request, response);
  };
}
