// Runs the whole suite from source, or the files and options given after `npm test --`.
import { spawnSync } from 'node:child_process';

const everything = ['packages/*/test/**/*.test.ts', 'workers/*/test/**/*.test.ts', 'test/**/*.test.ts'];
const given = process.argv.slice(2);
const files = given.some((argument) => !argument.startsWith('-')) ? [] : everything;
const { status } = spawnSync('npx', ['--no-install', 'mocha', ...given, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
