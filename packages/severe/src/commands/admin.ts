import type { Command } from 'commander';

interface Flags {
  demo?: boolean;
  json?: boolean;
}

/** `severe admin promote` and `severe admin log`. */
export function admin(program: Command): void {
  const group = program.command('admin').description('make an administrator, or list what administrators did');
  group
    .command('promote')
    .argument('<email>', 'e-mail address of a user who has signed up')
    .description('make a user an administrator')
    .option('--demo', 'of a demonstration')
    .option('--json', 'print JSON')
    .action(async (email: string, flags: Flags) => {
      const { promote } = await import('./admin/run-admin.ts'); // loaded on demand
      process.stdout.write(await promote(email, flags));
    });
  group
    .command('log')
    .description('list the acts of administrators, newest first')
    .option('--demo', 'of a demonstration')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const { listActs } = await import('./admin/run-admin.ts');
      process.stdout.write(await listActs(flags));
    });
}
