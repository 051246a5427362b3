import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiEndpoints } from '@severe/api';
import { deliveryMessage, type MessageSubject } from '@severe/outbound';
import { expect } from 'chai';
import { parse } from 'yaml';
import { homeAssistantBlocks, homeAssistantPython } from './recipes/support/home-assistant.ts';

interface Entity {
  availability?: string;
  value_template?: string;
  json_attributes?: string[];
}

interface Package {
  rest: { resource: string; sensor?: Entity[]; binary_sensor?: Entity[] }[];
  template: { sensor: { state: string }[] }[];
}

/** A JSON Schema, as far as names of fields need it. */
interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

/** Whether a response with this schema can have the field that a path names. */
function has(schema: Schema, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  const property = schema.properties?.[name];
  if (property) return has(property, rest);
  return (schema.anyOf ?? []).some((one) => has(one, [name, ...rest]));
}

describe('docs/coming-from/home-assistant.md', () => {
  const blocks = homeAssistantBlocks();

  const responseOf = (resource: string): Schema => {
    const path = new URL(resource).pathname.replace('/api/v1', '');
    return (apiEndpoints.find((one) => one.path === path)!.response as { json: Schema }).json;
  };

  it('reads only fields that the answers have', () => {
    const { rest, template } = parse(blocks[0]) as Package;
    expect(rest).to.have.lengthOf(2);
    for (const { resource, sensor = [], binary_sensor: binary = [] } of rest) {
      for (const { availability = '', value_template: value = '', json_attributes: attributes = [] } of [
        ...sensor,
        ...binary,
      ]) {
        const named = Array.from(`${availability} ${value}`.matchAll(/value_json\.([a-z_.]+)/g), ([, path]) =>
          path.split('.'),
        );
        expect(named).to.not.have.lengthOf(0);
        for (const path of [...named, ...attributes.map((name) => [name])])
          expect(has(responseOf(resource), path), path.join('.')).to.equal(true);
      }
    }
    const status = rest[0].sensor![0];
    for (const { state } of template.flatMap(({ sensor }) => sensor)) {
      const [, attribute, member] = /state_attr\('sensor.severe_weather', '([a-z_]+)'\) or \{\}\)\.([a-z_]+)/.exec(
        state,
      )!;
      expect(status.json_attributes).to.include(attribute);
      expect(has(responseOf(rest[0].resource), [attribute, member]), member).to.equal(true);
    }
  });

  it('reads only fields that the messages of webhooks have', () => {
    const occasion = { deliveredAt: new Date(), api: '', site: '', simulated: false };
    const alert = { id: 1, event: '', severity: '', headline: '', areaDesc: '', instruction: '', expires: new Date() };
    const echo = { minDbz: 35, radarAt: new Date(), arrivesAt: new Date(), earliestAt: new Date(), latestAt: null };
    const subjects: MessageSubject[] = [
      { messageId: '', alert: { ...alert, geometry: '{"type":"Point","coordinates":[0,0]}' } },
      { messageId: '', expected: { ...echo, chance: 50, lat: 0, lon: 0 } },
    ];
    const bodies = subjects.map(
      (subject) => JSON.parse(deliveryMessage({ id: 1, url: '', format: 'json' }, occasion, subject).body) as object,
    );
    const named = Array.from(blocks[1].matchAll(/trigger\.json\.([a-z_.]+)/g), ([, path]) => path);
    expect(named).to.include.members(['type', 'alert.headline', 'expected.arrives_at']);
    for (const path of named)
      expect(
        bodies.some((body) => hasPath(body, path.split('.'))),
        path,
      ).to.equal(true);
    for (const { type } of bodies as { type: string }[]) expect(blocks[1]).to.include(`'${type}'`);
  });

  it('is valid for Home Assistant', async function () {
    if (!homeAssistantPython) this.skip();
    this.timeout(600_000); // it installs what the integrations need
    const folder = await mkdtemp(join(tmpdir(), 'severe-home-assistant-'));
    try {
      await mkdir(join(folder, 'packages'));
      await writeFile(join(folder, 'configuration.yaml'), 'homeassistant:\n  packages: !include_dir_named packages\n');
      await writeFile(join(folder, 'packages/severe.yaml'), `${blocks[0]}\n${blocks[1]}`);
      const said = execFileSync(
        homeAssistantPython,
        ['-m', 'homeassistant', '--script', 'check_config', '-c', folder, '--info', 'all'],
        { encoding: 'utf8' },
      );
      expect(said).to.not.match(/Failed config|Incorrect config|General Errors/);
      expect(said).to.include('platform: webhook');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function hasPath(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    name in value &&
    hasPath((value as Record<string, unknown>)[name], rest)
  );
}
