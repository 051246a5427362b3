import type { Command } from 'commander';
import { decode } from './decode.ts';
import { render } from './render.ts';
import { simulate } from './simulate.ts';

/** Each adds one command to the program, in the order in which `severe --help` lists them. */
export const commands: ((program: Command) => void)[] = [decode, render, simulate];
