import { withTimeout } from '@severe/async';
import { UpstreamError } from '@severe/base';
import type { Client } from '../redis/clients.ts';
import type { RedisLink } from '../redis/link.ts';
import type { Limiter, Verdict } from './port.ts';
import { shapeOf, windowMs } from './window.ts';

/**
 * The ring of `ring.ts` as a Redis string, so that all processes share a count, by the clock of the server. Integers and
 * doubles are big-endian:
 *
 *     octets 0-3 first · 4-7 length · 8-11 requests of the newest timestamp · 12… timestamps in microseconds, 8 octets each
 *
 * Expired timestamps are found by binary search, because the server blocks while the script runs.
 * KEYS: the window. ARGV: limit, grain, moments, length of the window and time to live of the key in milliseconds. Returns
 * whether it is allowed (1, 0), how many requests remain, and the microseconds until the oldest one leaves the window.
 */
const takeScript = `
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
    length = 0 -- the clock was set back by more than a window: start again
  elseif newest > now then
    now = newest -- set back by less: time stands still meanwhile
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
if used >= limit then return { 0, 0, moment(0) + window - now } end
if length == 0 or inNewest >= grain then length, inNewest = length + 1, 0 end
inNewest = inNewest + 1
redis.call('SETRANGE', key, place(length - 1), struct.pack('>d', now))
redis.call('SETRANGE', key, 0, struct.pack('>I4I4I4', first, length, inNewest))
redis.call('PEXPIRE', key, ARGV[5])
return { 1, limit - used - 1, moment(0) + window - now }`;

/** The Redis client with the script as a command. */
interface Taking {
  severeTake(key: string, ...args: number[]): Promise<[taken: number, remaining: number, freedInUs: number]>;
}

/** Redis rounds the expiry of a key down to a millisecond; this margin keeps the window complete. */
const spareMs = 1000;

/**
 * A limiter in Redis, under `<prefix>:limiter:`. Closing the limiter does not close the link.
 *
 * @param options.windowMs   length of the window; default 60 s
 * @param options.patienceMs timeout of a verdict; default 1000, because the limiter must not slow down the service
 */
export function createRedisLimiter(link: RedisLink, options: { windowMs?: number; patienceMs?: number } = {}): Limiter {
  const { windowMs: span = windowMs, patienceMs = 1000 } = options;
  const timedOut = () => new UpstreamError('redis', `Redis gave no verdict within ${patienceMs} ms`);
  link.commands.defineCommand('severeTake', { numberOfKeys: 1, lua: takeScript });

  return {
    async take(key, limit): Promise<Verdict> {
      const { grain, moments } = shapeOf(limit);
      const name = `${link.prefix}:limiter:${limit}:${key}`;
      const ask = (redis: Client) =>
        (redis as Client & Taking).severeTake(name, limit, grain, moments, span, span + spareMs);
      const [taken, remaining, freedInUs] = await withTimeout(patienceMs, link.run(ask), timedOut);
      return { allowed: taken === 1, remaining, freedInMs: freedInUs / 1000 };
    },

    async close() {},
  };
}
