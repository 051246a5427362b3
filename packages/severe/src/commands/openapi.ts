import type { Command } from 'commander';
import { version } from '../version.ts';

/** `severe openapi`: prints the OpenAPI document without starting the service. */
export function openapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document')
    .option('--url <base>', 'address of the service in the document', 'http://127.0.0.1:8080')
    .option('--json', 'print JSON (the default)')
    .action(async ({ url }: { url: string }) => {
      const [{ apiEndpoints, documentOf }, { tileEndpoints }] = await Promise.all([
        import('@severe/api'),
        import('@severe/tiles'),
      ]);
      const document = documentOf([...tileEndpoints, ...apiEndpoints], { publicUrl: () => url, version });
      process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
    });
}
