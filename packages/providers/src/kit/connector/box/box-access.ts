import { createPrivateKey, createSign, type KeyObject, randomUUID } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { readJsonBody } from '../read-json-body.ts'
import { assertOk } from '../rest.ts'
import { cacheToken, type GetToken } from '../with-token.ts'

const Settings = z.object({
  boxAppSettings: z.object({
    clientID: z.string().min(1),
    clientSecret: z.string().min(1),
    appAuth: z.object({
      publicKeyID: z.string().min(1),
      privateKey: z.string().min(1),
      passphrase: z.string().optional(),
    }),
  }),
  enterpriseID: z.string().min(1),
})

export type BoxApp = {
  readonly clientId: string
  readonly clientSecret: string
  readonly keyId: string
  readonly key: KeyObject
  readonly enterpriseId: string
}

/** Throws an error with the title of the field if the JSON is no app configuration, or the passphrase does not open its key. */
export function readBoxApp(json: string, title: string): BoxApp {
  const refusal = (detail: string) =>
    new ProviderError({ code: 'settings-invalid', message: `${title}: ${detail}` })
  const read = Settings.safeParse(parsed(json))
  if (!read.success) {
    const path = read.error.issues[0]?.path ?? []
    if (path.length === 0) throw refusal('must be the configuration JSON of a Box app.')
    throw refusal(`the JSON does not contain a valid ${path.join('.')}.`)
  }
  const { boxAppSettings: app, enterpriseID: enterpriseId } = read.data
  const { privateKey, passphrase, publicKeyID: keyId } = app.appAuth
  try {
    const key = createPrivateKey(
      omitUndefined({ key: privateKey, passphrase: passphrase || undefined }),
    )
    return { clientId: app.clientID, clientSecret: app.clientSecret, keyId, key, enterpriseId }
  } catch {
    throw refusal('the private key in the JSON is not valid, or its passphrase is wrong.')
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const address = 'https://api.box.com/oauth2/token'
/** Box refuses assertions that are valid for longer. */
const assertionSeconds = 45

/** Gets access tokens for an app that acts for its enterprise and signs its requests. */
export function boxToken(app: BoxApp, fetch: typeof globalThis.fetch): GetToken {
  return cacheToken(async (signal) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        assertion: assertionOf(app),
      }).toString(),
      ...omitUndefined({ signal }),
    })
    // Box answers 400 for an app that it does not know or that is not authorised.
    const meaning = () =>
      answer.status < 500 && answer.status !== 429 ? 'unauthorised' : undefined
    const token = await readJsonBody(await assertOk(answer, meaning), Token)
    return { token: token.access_token, seconds: token.expires_in }
  })
}

function assertionOf({ clientId, enterpriseId, key, keyId }: BoxApp): string {
  const claims = {
    iss: clientId,
    sub: enterpriseId,
    box_sub_type: 'enterprise',
    aud: address,
    jti: randomUUID(),
    exp: Math.floor(Date.now() / 1000) + assertionSeconds,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const unsigned = `${encode({ alg: 'RS512', typ: 'JWT', kid: keyId })}.${encode(claims)}`
  return `${unsigned}.${createSign('RSA-SHA512').update(unsigned).sign(key, 'base64url')}`
}
