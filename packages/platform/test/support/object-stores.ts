import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@severe/testing/free-port';
import { skipFor } from '@severe/testing/skip';
import { programPath } from '@severe/testing/tools';
import { until } from '@severe/testing/until';
import { endProcess } from './redis-nodes.ts';

const host = '127.0.0.1';

/** An object store of a test. */
export interface Store {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  stop: () => Promise<void>;
}

const keys = { accessKey: 'severe', secretKey: 'severe-secret' };

/** Ports of SeaweedFS: each server of it has one, and one for gRPC. */
const seaweedServers = ['master', 'volume', 'filer', 's3'];

/** SeaweedFS, which takes `<bucket>.<domain>` for a bucket. Skips the running test or hook where it is not installed. */
export async function startSeaweed(test: Mocha.Context, domain: string): Promise<Store> {
  const ports = await Promise.all(seaweedServers.flatMap((name) => [`${name}.port`, `${name}.port.grpc`]).map(named));
  const identity = {
    name: 'severe',
    credentials: [keys],
    actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
  };
  const store = await start(test, 'weed', ports.find(([name]) => name === 's3.port')![1], '/status', (folder) => {
    const config = join(folder, 's3.json');
    writeFileSync(config, JSON.stringify({ identities: [identity] }));
    const addresses = [`-ip=${host}`, `-ip.bind=${host}`, ...ports.map(([name, port]) => `-${name}=${port}`)];
    const sizes = ['-s3.port.iceberg=0', '-s3.port.lance=0', '-volume.max=16', '-master.volumeSizeLimitMB=64'];
    return {
      args: [
        'server',
        `-dir=${folder}`,
        ...addresses,
        ...sizes,
        '-s3',
        `-s3.config=${config}`,
        `-s3.domainName=${domain}`,
      ],
    };
  });
  // It leaves sockets, whose folder nobody can choose.
  const sockets = ports.map(
    ([name, port]) => `/tmp/seaweedfs-${name.replace('.port', '').replace('.', '-')}-${port}.sock`,
  );
  const stop = async (): Promise<void> => {
    await store.stop();
    for (const socket of sockets) rmSync(socket, { force: true });
  };
  return { ...store, stop };
}

/** MinIO that trusts an OpenID provider. Skips the running test or hook where it is not installed. */
export async function startMinio(test: Mocha.Context, provider: { url: string; client: string }): Promise<Store> {
  const port = await freePort();
  return start(test, 'minio', port, '/minio/health/live', (folder) => ({
    args: ['server', '--quiet', '--address', `${host}:${port}`, '--console-address', `${host}:0`, folder],
    env: {
      MINIO_ROOT_USER: keys.accessKey,
      MINIO_ROOT_PASSWORD: keys.secretKey,
      MINIO_UPDATE: 'off',
      MINIO_IDENTITY_OPENID_CONFIG_URL: provider.url,
      MINIO_IDENTITY_OPENID_CLIENT_ID: provider.client,
      MINIO_IDENTITY_OPENID_CLAIM_NAME: 'policy',
    },
  }));
}

const named = async (name: string): Promise<[string, number]> => [name, await freePort()];

type Command = (folder: string) => { args: string[]; env?: Record<string, string> };

async function start(
  test: Mocha.Context,
  program: string,
  port: number,
  health: string,
  command: Command,
): Promise<Store> {
  const path = programPath(program) ?? skipFor(test, `no ${program}`);
  const folder = mkdtempSync(join(tmpdir(), `severe-${program}-`));
  const { args, env } = command(folder);
  const started = spawn(path, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const stop = async (): Promise<void> => {
    await endProcess(started);
    rmSync(folder, { recursive: true });
  };
  const endpoint = `http://${host}:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(endpoint + health).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await until(
      async () => {
        if (started.exitCode !== null) throw new Error(`${program} ended with ${started.exitCode}`);
        return isUp();
      },
      { everyMs: 100 },
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint, ...keys, stop };
}
