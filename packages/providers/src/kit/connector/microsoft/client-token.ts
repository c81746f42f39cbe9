import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { cacheToken, type GetToken } from '../with-token.ts'

type Client = {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

const signIn = 'https://login.microsoftonline.com'

/** Gets access tokens for an application that acts for itself (OAuth 2.0 client credentials). */
export function clientToken(client: Client, fetch: typeof globalThis.fetch): GetToken {
  const address = `${signIn}/${encodeURIComponent(client.tenantId)}/oauth2/v2.0/token`
  return cacheToken(async (signal) => {
    const params = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      scope: 'https://graph.microsoft.com/.default',
    }
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(params).toString(),
      ...omitUndefined({ signal }),
    })
    // Microsoft answers 400 for an unknown client or tenant.
    const meaning = () =>
      answer.status < 500 && answer.status !== 429 ? 'unauthorised' : undefined
    const token = await readJsonBody(await assertOk(answer, meaning), Token)
    return { token: token.access_token, seconds: token.expires_in }
  })
}
