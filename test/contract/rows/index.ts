import { readdirSync } from 'node:fs';
import type { Contract } from '../contract.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name !== 'index.ts');
const modules = await Promise.all(
  files.map((name) => import(new URL(name, import.meta.url).href) as Promise<Record<string, Contract[]>>),
);

/** Every row of the contract: each file of this folder exports rows. */
export const contracts: Contract[] = modules.flatMap((module) => Object.values(module).flat());
