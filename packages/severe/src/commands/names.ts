import type { Command } from 'commander';

/** `severe names`: tells a router by DNS which replicas are ready, until interrupted. */
export function names(program: Command): void {
  program
    .command('names')
    .description('answer DNS questions of a router for names with the addresses of the replicas that are ready')
    .argument('<name:port...>', 'names of replicas, and the port at which each has /readyz')
    .option('--listen <address:port>', 'where questions are answered, over UDP', '127.0.0.1:5300')
    .action(async (replicas: string[], { listen }: { listen: string }) => {
      const { runNames } = await import('../names/run-names.ts'); // loaded on demand
      await runNames(replicas, listen);
    });
}
