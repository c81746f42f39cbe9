import { omitUndefined } from '@recto/omit-undefined'
import { z } from 'zod'
import { readJson } from '../read-json.ts'
import { assertOk } from '../rest.ts'
import { type GiveToken, keepToken } from '../with-token.ts'

type Client = {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })

const signIn = 'https://login.microsoftonline.com'

/** The tokens of an application that acts for nobody but itself (OAuth 2.0, client credentials). */
export function clientToken(client: Client, fetch: typeof globalThis.fetch): GiveToken {
  const address = `${signIn}/${encodeURIComponent(client.tenantId)}/oauth2/v2.0/token`
  return keepToken(async (signal) => {
    const asked = {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.clientSecret,
      scope: 'https://graph.microsoft.com/.default',
    }
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(asked).toString(),
      ...omitUndefined({ signal }),
    })
    // It answers 400 for a client or a tenant that it does not know.
    const meaning = () =>
      answer.status < 500 && answer.status !== 429 ? 'unauthorised' : undefined
    const known = await readJson(await assertOk(answer, meaning), Token)
    return { token: known.access_token, seconds: known.expires_in }
  })
}
