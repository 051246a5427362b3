import { createLog, StartError } from '@severe/base';
import { stopSignals } from '../with-stores.ts';
import { dnsErrors, serveNames } from './name-server.ts';
import { systemSources } from './probe.ts';
import { ReadyAddresses } from './ready-addresses.ts';

/**
 * Answers until a signal stops it.
 *
 * @param replicas names and ports, `NAME:PORT` @param listen address and port of the answers
 * @throws {StartError} if one of them is none
 */
export async function runNames(replicas: readonly string[], listen: string): Promise<void> {
  const log = createLog(process.env['LOG_LEVEL'] || 'info', { role: 'names' });
  const { name: host, port } = hostAndPort(listen);
  const known = new Map(
    replicas.map((text) => {
      const where = hostAndPort(text);
      return [where.name.toLowerCase(), new ReadyAddresses(where, systemSources, log)];
    }),
  );
  const server = await serveNames({ host, port }, (name) => {
    const found = known.get(name);
    if (!found) return dnsErrors.refused;
    const addresses = found.get();
    return addresses.length > 0 ? addresses : dnsErrors.servFail; // the router keeps those that it has
  });
  const over = new AbortController();
  const following = [...known.values()].map((each) => each.follow(over.signal));
  process.stdout.write(`severe answers for ${[...known.keys()].join(' and ')} at ${host}:${server.port}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of stopSignals) process.once(signal, resolve);
  });
  over.abort();
  await Promise.all([...following, server.close()]);
}

/** @throws {StartError} if the text is not `NAME:PORT` */
function hostAndPort(text: string): { name: string; port: number } {
  const [, name, port] = /^([\w.-]+):(\d{1,5})$/.exec(text) ?? [];
  if (name === undefined || Number(port) > 65_535) throw new StartError(`${text} is not NAME:PORT, such as api:8080`);
  return { name, port: Number(port) };
}
