import { readFileSync } from 'node:fs';
import { settingsTable } from '@severe/base';
import { expect } from 'chai';
import { join } from 'node:path';
import { allRoles } from 'severe/roles';
import { parse } from 'yaml';
import { importsOf, packages, sourceFiles } from './support/imports.ts';

const textOf = (name: string): string => readFileSync(new URL(`../infra/${name}`, import.meta.url), 'utf8');

interface Container {
  image?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  ports?: string[];
  healthcheck?: object;
  stop_grace_period?: string;
  environment?: Record<string, string>;
  command?: string[];
  volumes?: string[];
  networks?: object;
}

describe('infra', () => {
  const compose = textOf('compose.yml');
  const monitoring = textOf('compose.monitoring.yml');
  const servicesOf = (text: string) =>
    (parse(text, { merge: true }) as { services: Record<string, Container> }).services;
  const services = servicesOf(compose);
  const added = Object.entries(servicesOf(monitoring)).filter(([name]) => !Object.hasOwn(services, name));
  const containers = [...Object.entries(services), ...added];
  const image = textOf('Containerfile');

  it('pins every image by its tag and its digest', () => {
    const used = [...image.matchAll(/^ARG BASE=(\S+)/gm)].map(([, name]) => name);
    expect([...image.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)).to.deep.equal(['$BASE', '$BASE']);
    const images = [...used, ...containers.flatMap(([, { image: name }]) => name ?? [])];
    expect(images.length).to.equal(7);
    for (const name of images) expect(name).to.match(/:(v?\d+[.-]\d+[\w.-]*|RELEASE\.[\dTZ-]+)@sha256:[\da-f]{64}$/);
  });

  it('gives no container more rights, memory or processors than stated', () => {
    for (const [name, container] of containers) {
      expect(container, name).to.deep.include({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(container, name).to.include.keys('mem_limit', 'cpus', 'pids_limit');
      expect(container, name).to.not.have.any.keys('cap_add', 'privileged');
    }
  });

  it('checks the health of every container, and opens the ports of the proxy and of Grafana alone', () => {
    expect(image).to.include('HEALTHCHECK');
    for (const [name, { image: foreign, healthcheck, ports }] of containers) {
      if (foreign !== undefined) expect(healthcheck, name).to.be.an('object');
      expect(ports !== undefined, name).to.equal(['proxy', 'grafana'].includes(name));
    }
  });

  it('has the router ask for names where they are answered', () => {
    const router = textOf('nginx.conf');
    const [, address, port] = /^ {2}resolver ([\d.]+):(\d+) /m.exec(router)!;
    const { command, networks } = services.names;
    expect(networks).to.deep.equal({ default: { ipv4_address: address } });
    expect(command!.slice(0, 3)).to.deep.equal(['names', '--listen', `0.0.0.0:${port}`]);
    const asked = new Set([...router.matchAll(/^ +server (\S+:\d+) resolve/gm)].map(([, name]) => name));
    expect(command!.slice(3)).to.deep.equal([...asked]);
  });

  it('has no secret of its own, and sets known settings only', () => {
    const secrets = containers.flatMap(([, { environment = {} }]) =>
      Object.entries(environment).filter(([key]) => /PASSWORD|SECRET|AUTH|_URL$/.test(key)),
    );
    for (const [key, value] of secrets) expect(value, key).to.match(/\$\{\w+:[?-]|^http:\/\/minio/);
    expect(compose + monitoring).to.not.match(/:\w+@/);
    const known = Object.values(settingsTable).map(({ env }): string => env);
    expect(known).to.include.members([
      ...Object.keys(services.api.environment!),
      ...Object.keys(servicesOf(monitoring).api.environment!),
    ]);
  });

  it('leaves tests, benchmarks and scripts out of the image, and nothing that the build reads', () => {
    const ignored = textOf('../.dockerignore').split('\n');
    expect(ignored).to.include.members(['**/test', 'benchmarks', 'scripts/*', 'docs', '.git', 'node_modules']);
    expect(ignored.filter((line) => line.startsWith('!'))).to.deep.equal(['!scripts/build.mjs']);
    const build = readFileSync(new URL('../scripts/build.mjs', import.meta.url), 'utf8');
    const read = [...build.matchAll(/'((?:packages|scripts)\/[\w./-]+\.(?:m?js|ts))'/g)].map(([, path]) => path);
    expect(read.length).to.be.above(4);
    expect(read.filter((path) => /(^|\/)test\/|^scripts\/(?!build\.mjs)/.test(path))).to.deep.equal([]);
    const sources = packages().flatMap(({ folder }) =>
      ['src', 'server', 'generate'].flatMap((part) => sourceFiles(join(folder, part))),
    );
    expect(sources.length).to.be.above(500);
    const ofTests = sources.filter((file) =>
      importsOf(file).some(({ specifier }) => /\/(?:testing|test)\/|^@severe\/testing/.test(specifier)),
    );
    expect(ofTests.filter((file) => !file.includes('/packages/testing/'))).to.deep.equal([]);
  });

  it('has a service for each role, which grows alone, and of which every replica is scraped', () => {
    for (const role of allRoles) {
      const [command, world, option, roles] = services[role].command!;
      expect([command, world, option]).to.deep.equal(['start', '--live', '--roles']);
      expect(roles.split(','), role).to.include(role);
      expect(servicesOf(monitoring)[role].environment, role).to.deep.equal({ OPS_HOST: '0.0.0.0' });
      expect(services[role].volumes, `${role} keeps mails that are files`).to.deep.equal(['data:/data']);
    }
    const { scrape_configs: jobs } = parse(textOf('prometheus/prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; type: string; port: number }[] }[];
    };
    const [{ names, type, port }] = jobs[0].dns_sd_configs;
    expect([names, type, port]).to.deep.equal([[...allRoles], 'A', settingsTable.opsPort.default]);
  });

  it('waits for a stop longer than the drain', () => {
    for (const name of allRoles) {
      expect(Number.parseInt(services[name].stop_grace_period!), name).to.be.above(
        settingsTable.drainSeconds.default + 30,
      );
    }
  });
});
