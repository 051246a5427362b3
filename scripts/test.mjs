// Runs the whole suite from source, or the files and options given after `npm test --`; `--stores` stands for the part
// that meets a database, an object store or a queue, which is worth running once on each kind of them. The kernels have to be built.
import { spawnSync } from 'node:child_process';

const everything = ['packages/*/test/**/*.test.ts', 'workers/*/test/**/*.test.ts', 'test/**/*.test.ts'];
const meetingStores = [
  'packages/{api,db,platform,severe,tiles}/test/**/*.test.ts',
  'workers/*/test/**/*.test.ts',
  'test/{contract,walks}/**/*.test.ts',
];
const given = process.argv.slice(2);
const options = given.filter((argument) => argument !== '--stores');
const suite = given.includes('--stores') ? meetingStores : everything;
const files = options.some((argument) => !argument.startsWith('-')) ? [] : suite;
const built = spawnSync(process.execPath, ['packages/kernels/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
const { status } = spawnSync('npx', ['--no-install', 'mocha', ...options, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
