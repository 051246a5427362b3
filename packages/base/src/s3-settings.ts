import { isIP } from 'node:net';
import { oneOf, secret, text, url, type Setting } from './setting-kinds.ts';

/** Settings of the object store. Those that begin with AWS_ have the names under which AWS and Kubernetes set them. */
export const s3Settings = {
  s3Endpoint: url('S3_ENDPOINT', '', ['http:', 'https:'], 'S3 or MinIO object store; empty: files under DATA_DIR.'),
  s3Bucket: text('S3_BUCKET', 'severe', 'Bucket name; the bucket is created at start if it does not exist.'),
  s3AccessKey: secret('S3_ACCESS_KEY', 'S3 access key.'),
  s3SecretKey: secret('S3_SECRET_KEY', 'S3 secret key.'),
  s3SessionToken: secret(
    'S3_SESSION_TOKEN',
    'Session token of temporary keys, which somebody else renews. Empty: none.',
  ),
  s3Region: text('S3_REGION', 'us-east-1', 'S3 region; `auto` for Cloudflare R2, `garage` for Garage by default.'),
  s3Addressing: oneOf(
    'S3_ADDRESSING',
    'path',
    ['path', 'virtual-host'] as const,
    'Where requests name the bucket: in the path, or before the host.',
  ),
  s3Credentials: oneOf(
    'S3_CREDENTIALS',
    'keys',
    ['keys', 'assume-role', 'web-identity', 'container', 'instance'] as const,
    'The keys above, or a role: taken with these keys, with a token (IRSA), or that of an ECS task, EKS pod or EC2 instance.',
  ),
  s3StsEndpoint: url(
    'S3_STS_ENDPOINT',
    '',
    ['http:', 'https:'],
    'STS for `assume-role` and `web-identity`; empty: that of AWS in S3_REGION.',
  ),
  awsRoleArn: text('AWS_ROLE_ARN', '', 'Role for `assume-role` and `web-identity`.'),
  awsWebIdentityTokenFile: text('AWS_WEB_IDENTITY_TOKEN_FILE', '', 'File of the token for `web-identity`.'),
  awsContainerCredentialsFullUri: url(
    'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    '',
    ['http:', 'https:'],
    'Agent for `container`, as EKS sets it.',
  ),
  awsContainerCredentialsRelativeUri: text(
    'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
    '',
    'Path at the agent for `container`, as ECS sets it.',
  ),
  awsContainerAuthorizationTokenFile: text(
    'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE',
    '',
    'File of the token for that agent, as EKS sets it.',
  ),
  awsMetadataEndpoint: url(
    'AWS_EC2_METADATA_SERVICE_ENDPOINT',
    'http://169.254.169.254',
    ['http:', 'https:'],
    'Metadata service for `instance`.',
  ),
} satisfies Record<string, Setting<unknown>>;

type S3Values = { readonly [K in keyof typeof s3Settings]: (typeof s3Settings)[K]['default'] };

/** What is missing or too much among the settings of the object store. */
export function problemsOfS3(settings: S3Values): string[] {
  if (!settings.s3Endpoint) return [];
  const { s3Credentials: from, s3AccessKey, s3SecretKey, s3SessionToken } = settings;
  const problems: string[] = [];
  const need = (isThere: unknown, names: string): void => {
    if (!isThere)
      problems.push(from === 'keys' ? `S3_ENDPOINT needs ${names}` : `S3_CREDENTIALS=${from} needs ${names}`);
  };
  const host = new URL(settings.s3Endpoint).hostname.replace(/^\[|\]$/g, '');
  if (settings.s3Addressing === 'virtual-host' && isIP(host)) {
    problems.push(`S3_ADDRESSING=virtual-host needs a name in S3_ENDPOINT, got ${host}`);
  }
  if (from === 'keys' || from === 'assume-role') need(s3AccessKey && s3SecretKey, 'S3_ACCESS_KEY and S3_SECRET_KEY');
  else if (s3AccessKey || s3SecretKey) problems.push(`S3_CREDENTIALS=${from} and S3_ACCESS_KEY exclude each other`);
  if (s3SessionToken && from !== 'keys')
    problems.push(`S3_CREDENTIALS=${from} and S3_SESSION_TOKEN exclude each other`);
  if (from === 'assume-role') need(settings.awsRoleArn, 'AWS_ROLE_ARN');
  if (from === 'web-identity') need(settings.awsWebIdentityTokenFile, 'AWS_WEB_IDENTITY_TOKEN_FILE');
  if (from === 'container') {
    const { awsContainerCredentialsFullUri: full, awsContainerCredentialsRelativeUri: relative } = settings;
    need(full || relative, 'AWS_CONTAINER_CREDENTIALS_FULL_URI or AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
    if (relative && !relative.startsWith('/')) problems.push('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI needs a path');
  }
  return problems;
}
