import { shortened } from '@severe/base';
import type { Channel } from './channel.ts';
import type { Note } from './note.ts';

const longestText = 4096;

/**
 * A bot of Telegram: `https://api.telegram.org/bot<token>/sendMessage?chat_id=…`, in a topic of a group with `&message_thread_id=…`. The
 * text has no marks.
 *
 * @see https://core.telegram.org/bots/api#sendmessage
 */
export const telegram = {
  hosts: ['api.telegram.org'],
  problemOf: ({ pathname, searchParams }: URL) =>
    pathname.endsWith('/sendMessage') && /^(?:-?\d{1,20}|@\w{4,64})$/.test(searchParams.get('chat_id') ?? '')
      ? undefined
      : 'it should be https://api.telegram.org/bot<token>/sendMessage?chat_id=…, with a number or @channel',
  targetOf: ({ origin, pathname }: URL) => origin + pathname,
  bodyOf: ({ title, paragraphs, level, link }: Note, { searchParams }: URL) => {
    const thread = searchParams.get('message_thread_id');
    return {
      chat_id: searchParams.get('chat_id') ?? '',
      ...(thread === null ? {} : { message_thread_id: Number(thread) }),
      text: `${shortened([title, ...paragraphs].join('\n\n'), longestText - link.length - 2)}\n\n${link}`,
      disable_notification: level === 'Minor',
      link_preview_options: { is_disabled: true },
    };
  },
} satisfies Channel;
