import type { Command } from 'commander';
import { version } from '../version.ts';

/** `severe openapi`: the description of the whole API, without starting anything. */
export function openapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document')
    .option('--url <base>', 'address of the service, as the document is to name it', 'http://127.0.0.1:8080')
    .option('--json', 'as JSON, which it always is')
    .action(async ({ url }: { url: string }) => {
      const [{ apiEndpoints, documentOf }, { tileEndpoints }] = await Promise.all([
        import('@severe/api'),
        import('@severe/tiles'),
      ]);
      const document = documentOf([...tileEndpoints, ...apiEndpoints], { version, publicUrl: () => url });
      process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
    });
}
