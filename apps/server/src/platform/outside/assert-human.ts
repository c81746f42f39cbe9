import { z } from 'zod'
import { invalid, unavailable } from '../app-error.ts'
import type { HumanCheckConfig } from '../config/simple-studio-settings.ts'
import type { Context } from '../context.ts'
import { describeFailure } from '../describe-failure.ts'

/** All three ask and answer in the same form. */
const usualUrls: Readonly<Record<HumanCheckConfig['kind'], string>> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const Verdict = z.object({ success: z.boolean(), score: z.number().optional() })

/** Of who has a score, whoever has less is taken for a machine. */
const leastScore = 0.5
const seconds = 10

type Shown = {
  readonly token: string | undefined
  readonly address: string
  /** The field that the token came in. */
  readonly field?: string
}

/** Throws unless the token says that a human has asked; where no check is configured, nobody is asked. */
export async function assertHuman(
  ctx: Pick<Context, 'config' | 'fetch' | 'log'>,
  { token, address, field = 'recaptcha_token' }: Shown,
): Promise<void> {
  const check = ctx.config.simpleStudio.humanCheck
  if (!check) return
  if (!token) throw invalid(field, 'Human verification is required.', 'required')
  const { success, score = 1 } = await ask(ctx, check, { token, address })
  if (success && score >= leastScore) return
  throw invalid(field, 'Human verification has failed. Try again.')
}

async function ask(
  { fetch, log }: Pick<Context, 'fetch' | 'log'>,
  { kind, secret, url }: HumanCheckConfig,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<z.output<typeof Verdict>> {
  try {
    const answer = await fetch(url ?? usualUrls[kind], {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(seconds * 1000),
    })
    return Verdict.parse(await answer.json())
  } catch (error) {
    // Without an answer nobody comes in: the check would be worth nothing else.
    log.warn({ reason: describeFailure(error) }, 'the human check did not answer')
    const detail = 'Human verification cannot be done right now. Try again in a moment.'
    throw unavailable(detail, { retryAfterSeconds: 10 })
  }
}
