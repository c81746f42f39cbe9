import { ProviderError } from '@recto/provider-spec/provider-error'
import { CircuitOpenError } from '../../../platform/circuits/circuit-breakers.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { SemaphorePriority } from '../../../platform/work/shared-limits/semaphore.ts'
import { deleteTrouble, saveTrouble } from '../rows/troubles.store.ts'

type CallLimitDependencies = Pick<Context, 'callLimiter' | 'circuits' | 'log'>

/**
 * Makes a call once the adapter's concurrency limit allows one more. After several failures in a
 * row the adapter is not called for a while: calls then fail with the time of the next attempt.
 */
export type LimitCall = <T>(call: () => Promise<T>, precedence?: SemaphorePriority) => Promise<T>

type LimitedAdapter = { readonly id: string; readonly key: string }

/** An adapter belongs to one organization, so limiting its calls limits the organization, too. */
export function createCallLimit(
  { callLimiter, circuits, log }: CallLimitDependencies,
  tenant: Tenant,
  { id, key }: LimitedAdapter,
): LimitCall {
  const name = `adapter/${id}`
  const logFailed = (writePromise: Promise<void>) =>
    writePromise.catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'failed to store the state of an adapter')
    })
  const circuitOptions = {
    isOutage,
    onOpen: (pauseSeconds: number, error: unknown) => {
      const message = error instanceof Error ? error.message : 'The service is not responding.'
      void logFailed(saveTrouble(tenant, { adapterId: id, message, pauseSeconds }))
    },
    onClose: () => void logFailed(deleteTrouble(tenant, id)),
  }
  return async (call, precedence) => {
    try {
      // The circuit depends on the settings, because changed ones may lead to another service.
      return await circuits.run(
        `${name}/${key}`,
        () => callLimiter.run(name, call, precedence),
        circuitOptions,
      )
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) throw error
      throw toProviderError(error)
    }
  }
}

/** A paused call failed for the same reason as the calls before it. */
function toProviderError({ secondsLeft, cause }: CircuitOpenError): ProviderError {
  const lastFailure = cause instanceof ProviderError ? cause : undefined
  const reason = lastFailure ? `, most recently: ${lastFailure.message}` : '.'
  return new ProviderError({
    code: lastFailure?.code ?? 'unavailable',
    message: `The service failed to respond several times in a row${reason} Try again in ${secondsLeft} s.`,
    retryAfterSeconds: secondsLeft,
  })
}

const outages: readonly unknown[] = ['unavailable', 'unreachable', 'timed-out']

const isOutage = (error: unknown) => error instanceof ProviderError && outages.includes(error.code)
