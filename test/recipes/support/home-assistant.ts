import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import { until } from '@severe/testing/until';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../support/imports.ts';

/** A Python that has the package of Home Assistant and its pages (`homeassistant`, `home-assistant-frontend`). */
export const homeAssistantPython = process.env.HOME_ASSISTANT_PYTHON;

/** The blocks of YAML of the page: sensors, trigger, card. */
export function homeAssistantBlocks(): string[] {
  const text = readFileSync(join(root, 'docs/coming-from/home-assistant.md'), 'utf8');
  return Array.from(text.matchAll(/```yaml\n([^]*?)```/g), ([, block]) => block);
}

/** A Home Assistant that runs, with a person who has signed in. */
export interface HomeAssistant {
  /** States of entities by their ids. */
  states: () => Promise<Record<string, string>>;
  /** Its dashboard with the sensors and the map. */
  openDashboard: (browser: Browser) => Promise<Page>;
  stop: () => void;
}

interface Tokens {
  access_token: string;
}

const entities = ['sensor.severe_weather', 'binary_sensor.weather_warning', 'sensor.weather_alerts', 'sensor.storm_arrival', 'sensor.rain_begins']; // prettier-ignore

/** Starts Home Assistant with the page as written, for a service at another address. @param python has its package */
export async function startHomeAssistant(python: string, url: string, folder: string): Promise<HomeAssistant> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const [sensors, trigger, card] = homeAssistantBlocks().map((block) =>
    block.replaceAll('http://severe.local:8080', url),
  );
  await mkdir(join(folder, 'packages'));
  await writeFile(join(folder, 'packages/severe.yaml'), `${sensors}\n${trigger}`);
  await writeFile(join(folder, 'configuration.yaml'), configuration(port));
  await writeFile(join(folder, 'ui-lovelace.yaml'), dashboard(card));
  const child = spawn(python, ['-m', 'homeassistant', '-c', folder], { stdio: 'ignore' });
  const post = async (path: string, body: object, token?: string): Promise<unknown> => {
    const isForm = body instanceof URLSearchParams;
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { 'Content-Type': type, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(base + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
    return response.ok ? response.json() : undefined;
  };
  try {
    const client = { client_id: `${base}/` };
    const person = { ...client, name: 'Home', username: 'home', password: 'home-password', language: 'en' };
    const begin = async () => (await post('/api/onboarding/users', person).catch(() => undefined)) as { auth_code: string } | undefined; // prettier-ignore
    const { auth_code: code } = await until(begin, { withinMs: 300_000, everyMs: 1000 });
    const grant = new URLSearchParams({ ...client, grant_type: 'authorization_code', code });
    const tokens = (await post('/auth/token', grant)) as Tokens;
    for (const step of ['core_config', 'analytics']) await post(`/api/onboarding/${step}`, {}, tokens.access_token);
    await post('/api/onboarding/integration', { ...client, redirect_uri: `${base}/` }, tokens.access_token);
    return {
      async states() {
        const response = await fetch(`${base}/api/states`, {
          headers: { Authorization: `Bearer ${tokens.access_token}` },
        });
        const all = (await response.json()) as { entity_id: string; state: string }[];
        return Object.fromEntries(all.map(({ entity_id: id, state }) => [id, state]));
      },
      async openDashboard(browser) {
        const page = await browser.newPage({ viewport: { width: 1100, height: 560 } });
        const known = JSON.stringify({
          ...tokens,
          hassUrl: base,
          clientId: client.client_id,
          expires: Date.now() + 1e6,
        });
        await page.addInitScript((text) => localStorage.setItem('hassTokens', text), known);
        await page.goto(`${base}/lovelace`);
        return page;
      },
      stop: () => void child.kill(),
    };
  } catch (error) {
    child.kill();
    throw error;
  }
}

/** Without `default_config`, whose integrations want devices. */
const configuration = (port: number): string => `homeassistant:
  name: Home
  latitude: 35.22
  longitude: -97.44
  unit_system: us_customary
  time_zone: America/Chicago
  packages: !include_dir_named packages
http:
  server_host: 127.0.0.1
  server_port: ${port}
api:
config:
frontend:
onboarding:
webhook:
lovelace:
  mode: yaml
`;

const dashboard = (card: string): string => `title: Home
views:
  - cards:
      - type: entities
        title: Severe weather at home
        entities: [${entities.join(', ')}]
      - ${card.trim().replaceAll('\n', '\n        ')}
`;
