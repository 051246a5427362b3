import type { Command } from 'commander';

/** Each adds one command to the program, in the order in which `severe --help` lists them. */
export const commands: ((program: Command) => void)[] = [];
