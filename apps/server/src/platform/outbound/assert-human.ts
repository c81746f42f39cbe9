import { z } from 'zod'
import { invalid, unavailable } from '../app-error.ts'
import type { HumanCheckConfig } from '../config/simple-studio-settings.ts'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'

/** All three services have the same request and response format. */
const defaultUrls: Readonly<Record<HumanCheckConfig['kind'], string>> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const VerificationResponse = z.object({ success: z.boolean(), score: z.number().optional() })

/** Minimum captcha score, where the provider returns one. */
const minScore = 0.5
const timeoutSeconds = 10

type HumanProof = {
  readonly token: string | undefined
  readonly address: string
  /** The request field that carried the token. */
  readonly field?: string
}

/**
 * Throws unless the token proves that a human made the request; does nothing if no check is
 * configured.
 */
export async function assertHuman(
  ctx: Pick<Context, 'config' | 'fetch' | 'log'>,
  { token, address, field = 'recaptcha_token' }: HumanProof,
): Promise<void> {
  const check = ctx.config.simpleStudio.humanCheck
  if (!check) return
  if (!token) throw invalid(field, 'Human verification is required.', 'required')
  const { success, score = 1 } = await verifyToken(ctx, check, { token, address })
  if (success && score >= minScore) return
  throw invalid(field, 'Human verification failed. Try again.')
}

async function verifyToken(
  { fetch, log }: Pick<Context, 'fetch' | 'log'>,
  { kind, secret, url }: HumanCheckConfig,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<z.output<typeof VerificationResponse>> {
  try {
    const response = await fetch(url ?? defaultUrls[kind], {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    })
    return VerificationResponse.parse(await response.json())
  } catch (error) {
    // Fails closed: otherwise an outage of the service would disable the check.
    log.warn({ reason: describeFailure(error) }, 'the human verification service did not respond')
    const detail = 'Human verification is not available right now. Try again in a moment.'
    throw unavailable(detail, { retryAfterSeconds: 10 })
  }
}
