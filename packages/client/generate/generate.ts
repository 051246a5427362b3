// Writes src/generated.ts from the OpenAPI document on standard input, unless the file is already up to date.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { format } from 'prettier';
import { printTypes } from './print-types.ts';

const file = new URL('../src/generated.ts', import.meta.url);
const given = await text(process.stdin);
const printer = readFileSync(new URL('print-types.ts', import.meta.url));
const made = `// Made by generate/ from the OpenAPI document ${createHash('sha256').update(given).update(printer).digest('hex').slice(0, 16)}.`;

if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(`${made}\n`)) {
  const types = printTypes(JSON.parse(given) as object);
  writeFileSync(file, `${made}\n${await format(types, { parser: 'typescript', singleQuote: true, printWidth: 120 })}`);
}
