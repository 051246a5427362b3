import type { Channel } from './channel.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import { pushover } from './pushover.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';
import { telegram } from './telegram.ts';

export const channels = { slack, discord, teams, ntfy, pushover, telegram } satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;

/** The channel of a format; undefined for `json`, and for a format that this version does not know. */
export const channelOf = (format: string): Channel | undefined => channels[format as ChannelName];

/** The channel whose service has this address; undefined if none is known to have. */
export function channelAt({ hostname }: URL): ChannelName | undefined {
  const host = hostname.replace(/\.$/, '');
  const isOf = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  return (Object.keys(channels) as ChannelName[]).find((name) => channels[name].hosts.some(isOf));
}
