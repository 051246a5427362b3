import type { Settings } from '@severe/base';
import type { CredentialSource } from './credentials/sources.ts';
import type { S3Address } from './s3.ts';

const agentOfTasks = 'http://169.254.170.2'; // where the agent of ECS answers

/** The store that the settings name. */
export const s3AddressOf = (settings: Settings): S3Address => ({
  endpoint: settings.s3Endpoint,
  bucket: settings.s3Bucket,
  region: settings.s3Region,
  addressing: settings.s3Addressing,
  credentials: sourceOf(settings),
});

function sourceOf(settings: Settings): CredentialSource {
  const { s3AccessKey: accessKey, s3SecretKey: secretKey, s3Region: region, awsRoleArn: roleArn } = settings;
  const stsEndpoint = settings.s3StsEndpoint || stsOf(region);
  switch (settings.s3Credentials) {
    case 'keys':
      return { from: 'keys', accessKey, secretKey, sessionToken: settings.s3SessionToken };
    case 'assume-role':
      return { from: 'assume-role', accessKey, secretKey, roleArn, stsEndpoint, region };
    case 'web-identity':
      return { from: 'web-identity', roleArn, tokenFile: settings.awsWebIdentityTokenFile, stsEndpoint };
    case 'container':
      return {
        from: 'container',
        url: settings.awsContainerCredentialsFullUri || agentOfTasks + settings.awsContainerCredentialsRelativeUri,
        tokenFile: settings.awsContainerAuthorizationTokenFile,
      };
    case 'instance':
      return { from: 'instance', endpoint: settings.awsMetadataEndpoint };
  }
}

/** STS of a region of AWS. */
function stsOf(region: string): string {
  return `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
