import { createHash, randomBytes } from 'node:crypto'

/** Token of a link in a mail; only its hash is stored. */
export type OneTimeToken = { readonly token: string; readonly tokenHash: string }

export function createToken(): OneTimeToken {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: digestOf(token) }
}

export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the time in that many hours. */
export const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)
