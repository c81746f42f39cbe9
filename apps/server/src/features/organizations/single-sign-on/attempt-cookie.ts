import { z } from 'zod'
import type { Config } from '../../../platform/config/config.ts'
import type { Vault } from '../../../platform/vault/vault.ts'
import type { WithCookies } from '../sign-in/cookies.ts'

const name = 'recto_outside'
const minutes = 15

const ExternalAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Redirect URI as sent to the provider; redeeming the code must repeat it. */
  redirectUri: z.string(),
  next: z.string(),
  begunAt: z.number(),
})

/** A sign-in that is in progress at the identity provider. */
export type ExternalAttempt = z.output<typeof ExternalAttempt>

type Attributes = {
  readonly path: string
  readonly sameSite: 'lax'
  readonly httpOnly: true
  readonly secure: boolean
  readonly maxAge?: number
}
type Cookies = {
  setCookie(name: string, value: string, attributes: Attributes): unknown
  clearCookie(name: string, attributes: Attributes): unknown
}

/**
 * Stores the attempt in a cookie of the browser that started it, so that no other browser can
 * finish it.
 */
export function setAttemptCookie(
  reply: Cookies,
  { config, vault }: { readonly config: Pick<Config, 'publicUrl'>; readonly vault: Vault },
  attempt: ExternalAttempt,
): void {
  const sealedAttempt = vault.seal(JSON.stringify(attempt))
  reply.setCookie(name, sealedAttempt, { ...attributes(config), maxAge: minutes * 60 })
}

/** Returns the attempt of this browser; `undefined` when there is none or it has expired. */
export function attemptOf({ cookies }: WithCookies, vault: Vault): ExternalAttempt | undefined {
  const sealedAttempt = cookies[name]
  if (!sealedAttempt) return undefined
  try {
    const attempt = ExternalAttempt.parse(JSON.parse(vault.open(sealedAttempt)))
    return Date.now() - attempt.begunAt < minutes * 60_000 ? attempt : undefined
  } catch {
    // The cookie was not written by us, or is damaged.
    return undefined
  }
}

export function clearAttemptCookie(reply: Cookies, config: Pick<Config, 'publicUrl'>): void {
  reply.clearCookie(name, attributes(config))
}

const attributes = ({ publicUrl }: Pick<Config, 'publicUrl'>): Attributes => ({
  path: '/api/v1/callback',
  sameSite: 'lax',
  httpOnly: true,
  secure: publicUrl?.startsWith('https:') ?? false,
})
