import { withTimeout } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Redis } from 'ioredis';
import type { RedisLink } from '../redis/link.ts';
import type { Limiter, Verdict } from './port.ts';
import { shapeOf, windowMs } from './window.ts';

/**
 * The ring of `ring.ts` in a string of Redis, so that all processes count together, by the server's clock, one after the
 * other. Integers and doubles are big-endian:
 *
 *     octets 0-3 first · 4-7 length · 8-11 requests of the newest moment · 12… moments in microseconds, 8 octets each
 *
 * Moments that are over are found by halving, not one by one: the server does nothing else while it runs this.
 * KEYS: the window. ARGV: limit, grain, moments, length of the window and time to live of the key in milliseconds.
 * Gives whether the request is allowed (1, 0), how many remain, and in how many microseconds the next one is freed.
 */
const TAKE = `
local key, limit, grain, moments = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local window = tonumber(ARGV[4]) * 1000
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])

local first, length, inNewest = 0, 0, 0
local head = redis.call('GETRANGE', key, 0, 11)
if #head == 12 then first, length, inNewest = struct.unpack('>I4I4I4', head) end
local function place(i) return 12 + (first + i) % moments * 8 end
local function moment(i)
  local value = struct.unpack('>d', redis.call('GETRANGE', key, place(i), place(i) + 7))
  return value
end

if length > 0 then
  local newest = moment(length - 1)
  if newest > now + window then
    length = 0 -- the clock was set back by far: better to begin anew than to refuse until it has caught up
  elseif newest > now then
    now = newest -- by little: time stands still for as long
  end
end
if length > 0 and moment(0) + window <= now then
  local low, high = 1, length
  while low < high do
    local middle = math.floor((low + high) / 2)
    if moment(middle) + window <= now then low = middle + 1 else high = middle end
  end
  first, length = (first + low) % moments, length - low
end

local used = 0
if length > 0 then used = (length - 1) * grain + inNewest end
local taken = 0
if used < limit then
  taken = 1
  if length > 0 and inNewest < grain then
    inNewest = inNewest + 1
  else
    length, inNewest = length + 1, 1
  end
  redis.call('SETRANGE', key, place(length - 1), struct.pack('>d', now))
  redis.call('SETRANGE', key, 0, struct.pack('>I4I4I4', first, length, inNewest))
  redis.call('PEXPIRE', key, ARGV[5])
end
return { taken, limit - used - taken, moment(0) + window - now }`;

/** The command that the script becomes. */
interface Taking {
  severeTake(key: string, ...args: number[]): Promise<[taken: number, remaining: number, freedInUs: number]>;
}

/** Redis rounds the end of a key down to a millisecond; a window must not end early for that. */
const spareMs = 1000;

/**
 * A limiter in Redis, under `<prefix>:limiter:`. The link belongs to whoever opened it; closing the limiter leaves it open.
 *
 * @param options.windowMs   how long a request counts; 60 s when absent
 * @param options.patienceMs how long a verdict may take; 1000 when absent: a limiter must not be what makes a service slow
 */
export function createRedisLimiter(link: RedisLink, options: { windowMs?: number; patienceMs?: number } = {}): Limiter {
  const { windowMs: span = windowMs, patienceMs = 1000 } = options;
  const timedOut = () => new UpstreamError('redis', `Redis gave no verdict within ${patienceMs} ms`);
  link.commands.defineCommand('severeTake', { numberOfKeys: 1, lua: TAKE });

  return {
    async take(key, limit): Promise<Verdict> {
      const { grain, moments } = shapeOf(limit);
      const name = `${link.prefix}:limiter:${limit}:${key}`;
      const ask = (redis: Redis) =>
        (redis as Redis & Taking).severeTake(name, limit, grain, moments, span, span + spareMs);
      const [taken, remaining, freedInUs] = await withTimeout(patienceMs, link.run(ask), timedOut);
      return { allowed: taken === 1, remaining, freedInMs: freedInUs / 1000 };
    },

    async close() {},
  };
}
