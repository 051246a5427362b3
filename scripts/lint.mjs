// Checks the text of the code and its types. The steps run beside each other; what one says is printed when it ends.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Commands, those of a step one after another. The longest step is the first. */
const waiting = [
  ['prettier --check --log-level warn .'],
  ['oxlint --type-aware --deny-warnings'],
  ['cspell --no-progress --no-summary --cache --cache-location node_modules/.cache/cspell'],
  [
    'tsc -b',
    'tsc -b packages/client packages/mcp',
    'tsc -p packages/viewer/tsconfig.pages.json',
    'tsc -p tsconfig.test.json',
    'tsc -p packages/client/tsconfig.test.json',
  ],
];

let isClean = true;
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
process.exit(isClean ? 0 : 1);

async function runWaiting() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    for (const command of step) if (!(await succeeds(command))) break;
  }
}

async function succeeds(command) {
  const [name, ...args] = command.split(' ');
  const child = spawn(`node_modules/.bin/${name}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => said.push(bytes));
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status === 0) return true;
  isClean = false;
  console.error(`${command}\n${Buffer.concat(said).toString()}`);
  return false;
}
