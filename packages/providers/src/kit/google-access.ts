import { createSign } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { secret } from './fields.ts'
import { readJsonAnswer } from './read-answer.ts'

const Account = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https$/ }).default('https://oauth2.googleapis.com/token'),
})
export type GoogleAccount = z.output<typeof Account>

/** The form field of a service account. */
export const serviceAccount = (title: string) =>
  secret({
    title,
    prefill: '',
    description: 'The JSON key of a service account, as downloaded from Google Cloud.',
  })

/** Throws an error with the title of the field if the JSON is no service account key. */
export function readGoogleAccount(json: string, title: string): GoogleAccount {
  const refusal = (detail: string) =>
    new ProviderError({ code: 'settings-invalid', message: `${title}: ${detail}` })
  const read = Account.safeParse(parse(json))
  if (read.success) return read.data
  const [invalidKey] = read.error.issues[0]?.path ?? []
  if (invalidKey === undefined) throw refusal('must be the JSON key of a service account.')
  throw refusal(`the JSON key does not contain a valid ${String(invalidKey)}.`)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const scope = 'https://www.googleapis.com/auth/cloud-platform'
/** A token is not used in its last minute. */
const marginSeconds = 60

/** Returns the token of a service account. Renews it when it is about to expire. */
function googleAccess(account: GoogleAccount, fetch: typeof globalThis.fetch) {
  let cachedToken: { readonly token: string; readonly until: number } | undefined

  return async (signal?: AbortSignal | null): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    if (cachedToken && cachedToken.until > now) return cachedToken.token
    const response = await fetch(account.token_uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account, now),
      }).toString(),
      ...omitUndefined({ signal: signal ?? undefined }),
    })
    const expected = { name: 'Google', shape: Token, errorKey: 'error_description' } as const
    const { access_token: token, expires_in: seconds } = await readJsonAnswer(response, expected)
    cachedToken = { token, until: now + seconds - marginSeconds }
    return token
  }
}

function assertionOf(account: GoogleAccount, now: number): string {
  const { client_email: issuer, private_key: key, token_uri: audience } = account
  const claims = { iss: issuer, scope, aud: audience, iat: now, exp: now + 3600 }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  try {
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
  } catch {
    const message = 'The private_key of the service account is not a valid key.'
    throw new ProviderError({ code: 'settings-invalid', message })
  }
}

/** Returns a `fetch` that sends a token of the account with each call. */
export function withGoogleToken(
  account: GoogleAccount,
  fetch: typeof globalThis.fetch,
): typeof globalThis.fetch {
  const token = googleAccess(account, fetch)
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.delete('x-goog-api-key')
    headers.set('authorization', `Bearer ${await token(init?.signal)}`)
    return fetch(input, { ...init, headers: Object.fromEntries(headers) })
  }
}
