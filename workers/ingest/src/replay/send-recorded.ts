import { isUnchanged, type Answers } from '@severe/recording';
import { Response } from 'undici';
import type { Sent } from '../fetch/exchange.ts';

/** Answers requests from a recording, as the provider answered them. */
export function sendRecorded(answers: Answers): (url: URL, sent: Sent) => Promise<Response> {
  return async ({ href: url }, { headers, body: post }) => {
    const { range } = headers;
    const found = answers({
      method: post === undefined ? 'GET' : 'POST',
      url,
      ...(range === undefined ? {} : { range }),
      ...(post === undefined ? {} : { post }),
    });
    if (!found) throw new Error('the recording has no answer to this request');
    const { status, problem } = found;
    if (status === undefined || (status < 300 && problem !== undefined)) throw new Error(problem ?? 'no response');
    if (status === 200 && isUnchanged(headers, found.headers)) {
      return new Response(undefined, { status: 304, headers: found.headers });
    }
    return new Response(await found.body(), { status, headers: found.headers });
  };
}
