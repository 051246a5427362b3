// Opens the platform that the environment names, uses all four ports, closes it, and must then end by itself.
import { loadSettings, silentLog } from '@severe/base';
import { openPlatform } from '@severe/platform';

const platform = await openPlatform(loadSettings(process.env), silentLog);
const { objects, queue, pubsub, limiter } = platform;
await objects.put('leave/x', Buffer.from('object'));
const heard = new Promise<object>(
  (tell) => void pubsub.subscribe('leave', tell).then(() => pubsub.announce('leave', { n: 1 })),
);
const worked = new Promise<string>((tell) => queue.onWake('leave', 1, async () => tell('woken')));
await queue.wake('leave');
const seen: unknown[] = [String(await objects.get('leave/x')), await heard, await worked];
seen.push((await limiter.take('leave', 9)).remaining);
await platform.close();
process.stdout.write(JSON.stringify(seen));
