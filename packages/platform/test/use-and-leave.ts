// Opens the platform that the environment names, uses all four ports, closes it, and must then end by itself.
import { loadSettings, silentLog } from '@severe/base';
import { openPlatform } from '@severe/platform';

const platform = await openPlatform(loadSettings(process.env), silentLog);
const { objects, queue, pubsub, limiter } = platform;
await objects.put('leave/x', Buffer.from('object'));
const heard = new Promise<object>(
  (tell) => void pubsub.subscribe('leave', tell).then(() => pubsub.publish('leave', { n: 1 })),
);
const worked = new Promise<object>((tell) => queue.process('leave', 1, async (data) => tell(data)));
await queue.add('leave', { n: 2 });
const seen: unknown[] = [String(await objects.get('leave/x')), await heard, await worked];
seen.push((await limiter.take('leave', 9)).remaining);
await platform.close();
process.stdout.write(JSON.stringify(seen));
