import { shortened } from '@severe/base';
import type { Channel } from './channel.ts';
import type { Level, Note } from './note.ts';

/** 1 sounds through quiet hours, -1 makes no sound. 2 would ask for an acknowledgement. */
const priorities: Record<Level, number> = { Minor: -1, Moderate: 0, Severe: 1, Extreme: 1 };

/** Characters of the parts of a message. */
const longest = { title: 250, message: 1024 };

/**
 * Pushover: `https://api.pushover.net/1/messages.json?token=…&user=…`, the token of an application and the key of a user or a group.
 *
 * @see https://pushover.net/api
 */
export const pushover = {
  hosts: ['api.pushover.net'],
  problemOf: ({ searchParams }: URL) =>
    ['token', 'user'].every((name) => /^[A-Za-z0-9]{30}$/.test(searchParams.get(name) ?? ''))
      ? undefined
      : 'it should have token and user, such as https://api.pushover.net/1/messages.json?token=…&user=…, 30 letters and digits each',
  targetOf: ({ origin, pathname }: URL) => origin + pathname,
  bodyOf: ({ title, paragraphs, level, link, at }: Note, { searchParams }: URL) => ({
    token: searchParams.get('token'),
    user: searchParams.get('user'),
    title: shortened(title, longest.title),
    message: shortened(paragraphs.join('\n\n'), longest.message),
    priority: priorities[level],
    url: link,
    url_title: 'Open the map',
    timestamp: Math.floor(at.getTime() / 1000),
  }),
} satisfies Channel;
