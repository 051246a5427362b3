import { McpServer } from '@modelcontextprotocol/server';
import type { Client } from '@severe/client';
import { failureOf } from './failure.ts';
import type { Tool } from './tool.ts';
import { activeWarnings } from './tools/active-warnings.ts';
import { radar } from './tools/radar.ts';
import { stormCells } from './tools/storm-cells.ts';
import { weatherAtPlace } from './tools/weather-at-place.ts';
import { whatChanged } from './tools/what-changed.ts';

const tools: Tool<any>[] = [weatherAtPlace, activeWarnings, stormCells, radar, whatChanged];

const instructions =
  'Severe weather of the United States: warnings, storms and radar. Times are UTC. An answer says if a source does not answer ' +
  '(then nothing found is no all-clear) and if the weather is simulated: repeat both to the user. For decisions about safety, refer ' +
  'to the National Weather Service and to local authorities.';

/** A server whose tools ask the service behind a client. */
export function createServer(client: Client, version: string): McpServer {
  const server = new McpServer({ name: 'severe', version }, { instructions });
  for (const { name, title, description, input, run } of tools) {
    const annotations = { readOnlyHint: true, openWorldHint: true };
    server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given: unknown) => {
      try {
        return { content: await run(given, client) };
      } catch (error) {
        return { content: [{ type: 'text' as const, text: failureOf(error) }], isError: true };
      }
    });
  }
  return server;
}
