import { messageOf, StartError } from '@severe/base';
import { Command } from 'commander';
import { commands } from './commands/index.ts';
import { version } from './version.ts';

const program = new Command('severe')
  .description('Severe-weather data as one REST API and one tile farm.')
  .version(version);
for (const add of commands) add(program);

// The reader closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  // An error that the user can fix is one line; any other error is a defect and is printed with its stack.
  process.stderr.write(error instanceof StartError ? `severe: ${messageOf(error)}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}
