import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '@severe/base';

/**
 * The options of a script of this project. `--help` prints the usage and ends the process; an unknown or incomplete option is
 * one sentence above the usage, and exit code 2.
 *
 * @param usage the command with its options and their defaults
 */
export function readOptions<T extends ParseArgsConfig>(usage: string, config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((text) => text === '--help' || text === '-h')) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${messageOf(error)}\nUsage: ${usage}`);
    process.exit(2);
  }
}
