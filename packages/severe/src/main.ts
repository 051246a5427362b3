import { maskSecrets, messageOf, StartError } from '@severe/base';
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
  // An error that the user can fix is one line and exit code 2; any other error is a defect, is printed with its stack, and is 1.
  const isFixable = error instanceof StartError;
  process.stderr.write(maskSecrets(isFixable ? `severe: ${messageOf(error)}\n` : `${(error as Error).stack}\n`));
  process.exitCode = isFixable ? 2 : 1;
}
