import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { secret, text, word } from './fields.ts'
import { readJsonAnswer } from './read-answer.ts'
import { signAwsRequest } from './sign-aws-request.ts'

/** The form fields with which calls are authenticated. */
export const bedrockRegion = text({
  title: 'AWS Region name',
  description: 'The region where the model runs, such as eu-central-1.',
}).regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')

export const bedrockAuthType = word(
  {
    title: 'Authentication Type',
    description:
      'Access keys are those of an IAM user, and a bearer token is a Bedrock API key. An IAM role is not available in this installation.',
  },
  { access_keys: 'Access keys', iam_role: 'IAM role', bearer_token: 'Bearer token' },
).default('access_keys')

const conditional = (title: string, description: string) =>
  secret({ title, description }).optional()

export const whenAccessKeys = {
  key: 'auth_type',
  is: 'access_keys',
  fields: {
    aws_access_key_id: conditional('AWS Access Key ID', 'The id of an access key.'),
    aws_secret_access_key: conditional('AWS Secret Access Key', 'The secret for the access key.'),
  },
} as const

export const whenBearerToken = {
  key: 'auth_type',
  is: 'bearer_token',
  fields: {
    aws_bearer_token: conditional('Bedrock API Key', 'An API key from the Bedrock console.'),
  },
} as const

export type BedrockSettings = {
  readonly region_name: string
  readonly auth_type: 'access_keys' | 'iam_role' | 'bearer_token'
  readonly aws_access_key_id?: string | undefined
  readonly aws_secret_access_key?: string | undefined
  readonly aws_bearer_token?: string | undefined
}

type Post<T> = {
  readonly fetch: typeof globalThis.fetch
  readonly settings: BedrockSettings
  /** Below the address of the region. */
  readonly path: string
  readonly body: unknown
  readonly reply: z.ZodType<T>
  readonly signal: AbortSignal
}

/** Throws an error with the name of the field if credentials are missing. Makes no call. */
export function assertHasCredentials(settings: BedrockSettings): void {
  const missingField = (title: string) =>
    new ProviderError({ code: 'settings-invalid', message: `${title} is missing.` })
  if (settings.auth_type === 'iam_role')
    throw new ProviderError({
      code: 'settings-invalid',
      message:
        'Authentication Type: iam_role is not available, because this installation does not share its own AWS role. Select access_keys or bearer_token.',
    })
  if (settings.auth_type === 'bearer_token') {
    if (!settings.aws_bearer_token) throw missingField('Bedrock API Key')
    return
  }
  if (!settings.aws_access_key_id) throw missingField('AWS Access Key ID')
  if (!settings.aws_secret_access_key) throw missingField('AWS Secret Access Key')
}

/** Makes one call to the Bedrock runtime. */
export async function postToBedrock<T>(post: Post<T>): Promise<T> {
  const { fetch, settings, path, reply, signal } = post
  const url = new URL(`https://bedrock-runtime.${settings.region_name}.amazonaws.com${path}`)
  const body = JSON.stringify(post.body)
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const response = await fetch(url, {
    method: 'POST',
    headers: authorizedHeaders(settings, { url, body, headers }),
    body,
    signal,
  })
  return readJsonAnswer(response, {
    name: 'Bedrock',
    shape: reply,
    errorKey: 'message',
    keepsDigits: true,
  })
}

type UnsignedRequest = {
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

function authorizedHeaders(settings: BedrockSettings, { url, body, headers }: UnsignedRequest) {
  if (settings.auth_type === 'bearer_token')
    return { ...headers, authorization: `Bearer ${settings.aws_bearer_token}` }
  return signAwsRequest({
    method: 'POST',
    url,
    headers,
    body,
    service: 'bedrock',
    region: settings.region_name,
    signedAt: new Date(),
    keys: {
      accessKeyId: settings.aws_access_key_id ?? '',
      secretAccessKey: settings.aws_secret_access_key ?? '',
    },
  })
}
