// Compiles the kernels to dist/kernels.wasm, unless it is newer than all sources.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const target = `${here}dist/kernels.wasm`;
const sources = readdirSync(`${here}assembly`).map((name) => `${here}assembly/${name}`);
const newest = Math.max(...[...sources, `${here}build.mjs`].map((path) => statSync(path).mtimeMs));

if (!existsSync(target) || statSync(target).mtimeMs < newest) {
  mkdirSync(`${here}dist`, { recursive: true });
  const compiler = createRequire(import.meta.url).resolve('assemblyscript/bin/asc.js');
  const entry = `${here}assembly/index.ts`;
  const size = ['-O3', '--noAssert', '--runtime', 'stub', '--use', 'abort='];
  const vectors = ['--enable', 'simd', '--disableWarning', '112']; // that vectors cannot be passed to JavaScript: none is
  const { status } = spawnSync(process.execPath, [compiler, entry, ...size, ...vectors, '-o', target], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
