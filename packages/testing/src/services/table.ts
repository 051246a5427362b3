/** Real services of tests and benchmarks: their addresses, and how to install them. */
interface ServiceFacts {
  title: string;
  port: number;
  /** Environment variables with which `severe` uses the service. */
  env: Record<string, string>;
  /** The command that installs it. */
  install: string;
}

export const host = '127.0.0.1';

/** The ports differ from the defaults, so that a PostgreSQL or Redis of the machine is never touched. */
export const services = {
  postgres: {
    title: 'PostgreSQL with PostGIS',
    port: 54329,
    env: { DATABASE_URL: `postgres://severe@${host}:54329/severe` },
    install: 'apt-get install -y postgresql postgresql-15-postgis-3',
  },
  redis: {
    title: 'Redis',
    port: 63799,
    env: { REDIS_URL: `redis://${host}:63799` },
    install: 'apt-get install -y redis-server',
  },
  minio: {
    title: 'MinIO',
    port: 59009,
    env: {
      S3_ENDPOINT: `http://${host}:59009`,
      S3_BUCKET: 'severe',
      S3_ACCESS_KEY: 'severe',
      S3_SECRET_KEY: 'severe-secret',
      S3_REGION: 'us-east-1',
    },
    install: 'GOBIN="$HOME/.cache/severe/bin" go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
  },
} as const satisfies Record<string, ServiceFacts>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
