// Runs the whole suite from source; what is given after `npm test --` goes to mocha.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['--no-install', 'mocha', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 1);
