import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  type KeyObject,
} from 'node:crypto'
import { ProviderError } from '@recto/provider-spec/provider-error'

type Person = { readonly account: string; readonly user: string; readonly password: string }

/** As a field of the service's own clients takes it: a token, or the private key of the user. */
export function snowflakeProof(person: Person): () => Readonly<Record<string, string>> {
  if (!person.password.includes('PRIVATE KEY')) {
    return () => headersOf(person.password, 'PROGRAMMATIC_ACCESS_TOKEN')
  }
  const key = readKey(person.password)
  return () => headersOf(tokenOf(key, person), 'KEYPAIR_JWT')
}

const headersOf = (token: string, type: string) => ({
  authorization: `Bearer ${token}`,
  'x-snowflake-authorization-token-type': type,
})

/** Reads a private key, including one whose lines a form has joined. */
function readKey(pem: string): KeyObject {
  const refusal = (words: string) =>
    new ProviderError({ code: 'settings-invalid', message: `Password: ${words}` })
  if (pem.includes('ENCRYPTED')) throw refusal('the private key must not be encrypted.')
  const body = pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '')
  const type = pem.includes('RSA PRIVATE KEY') ? 'pkcs1' : 'pkcs8'
  try {
    return createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type })
  } catch {
    throw refusal('must be the entire contents of the private key file.')
  }
}

const lifeSeconds = 600

function tokenOf(key: KeyObject, { account, user }: Person): string {
  // The region of an account is no part of its name here.
  const name = `${account.split('.')[0] ?? account}.${user}`.toUpperCase()
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const print = createHash('sha256').update(der).digest('base64')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: `${name}.SHA256:${print}`, sub: name, iat: now, exp: now + lifeSeconds }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const unsigned = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`
  return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url')}`
}
