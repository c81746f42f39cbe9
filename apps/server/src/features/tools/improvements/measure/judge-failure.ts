import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError, type AppErrorKind } from '../../../../platform/app-error.ts'

/** Codes of failures for which the prompt may be the reason. */
const codesOfPrompt: readonly ProviderError['code'][] = ['reply-unreadable', 'refused']

const kindsOfRun: readonly AppErrorKind[] = [
  'over-limit',
  'not-found',
  'payment-required',
  'subscription-ended',
  'forbidden',
  'unavailable',
]

/**
 * Whether a failure has nothing to do with the prompt: a monthly budget that is used up, a service that is down or refuses the key, or an
 * adapter that was deleted. Every further call would fail alike.
 */
export function isFailureOfRun(cause: unknown): boolean {
  const providerError = findProviderError(cause)
  if (providerError) return !codesOfPrompt.includes(providerError.code)
  return cause instanceof AppError && kindsOfRun.includes(cause.kind)
}

function findProviderError(cause: unknown): ProviderError | undefined {
  if (cause instanceof ProviderError) return cause
  return cause instanceof Error ? findProviderError(cause.cause) : undefined
}

/** Ends a run without a word about its prompts. */
export class RunFailedError extends AppError {
  constructor(reason: string, cause: unknown) {
    super('failed', [{ code: 'error', detail: reason, attr: null }], { cause })
  }
}
