import { readFileSync } from 'node:fs';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@severe/client';
import { Command } from 'commander';
import { createServer } from './server.ts';

/** The version of this package. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

interface Options {
  url: string;
}

const command = new Command('severe-mcp')
  .description(
    'Tools for an assistant that ask a severe service; speaks the Model Context Protocol over its standard input and output.',
  )
  .version(version)
  .option('--url <url>', 'address of the service (SEVERE_URL)', process.env.SEVERE_URL ?? 'http://127.0.0.1:8080')
  .action(({ url }: Options) => {
    const apiKey = process.env.SEVERE_API_KEY;
    const client = createClient({ baseUrl: url, ...(apiKey ? { apiKey } : {}) });
    serveStdio(() => createServer(client, version), {
      onerror: (error) => process.stderr.write(`severe-mcp: ${error.message}\n`),
    });
  });
await command.parseAsync();
