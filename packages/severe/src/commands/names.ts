import { createLog, StartError } from '@severe/base';
import type { Command } from 'commander';
import { dnsErrors, serveNames } from '../names/name-server.ts';
import { systemSources } from '../names/probe.ts';
import { ReadyAddresses } from '../names/ready-addresses.ts';
import { stopSignals } from '../with-stores.ts';

/** `severe names`: tells a router by DNS which replicas are ready, until interrupted. */
export function names(program: Command): void {
  program
    .command('names')
    .description('answer DNS questions of a router for names with the addresses of the replicas that are ready')
    .argument('<name:port...>', 'names of replicas, and the port at which each has /readyz')
    .option('--listen <address:port>', 'where questions are answered, over UDP', '127.0.0.1:5300')
    .action(run);
}

async function run(replicas: string[], { listen }: { listen: string }): Promise<void> {
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
