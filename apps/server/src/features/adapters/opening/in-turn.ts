import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Precedence } from '../../../platform/allowances/allowances.ts'
import { CircuitOpenError } from '../../../platform/circuits/open-circuits.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { forgetTrouble, keepTrouble } from '../rows/troubles.store.ts'

type Needs = Pick<Context, 'calls' | 'circuits' | 'log'>

/**
 * Makes a call as soon as one more of this adapter may be under way. One that has not answered several
 * times is not asked for a while: the call then fails with when it is worth another try.
 */
export type InTurn = <T>(call: () => Promise<T>, precedence?: Precedence) => Promise<T>

type Called = { readonly id: string; readonly key: string }

/** An adapter is one organization's, so its calls are bounded for both at once. */
export function inTurnOf(
  { calls, circuits, log }: Needs,
  tenant: Tenant,
  { id, key }: Called,
): InTurn {
  const name = `adapter/${id}`
  const told = (telling: Promise<void>) =>
    telling.catch((error: unknown) => {
      log.warn({ reason: describeFailure(error) }, 'the state of an adapter could not be kept')
    })
  const reporting = {
    isOutage,
    onOpen: (pauseSeconds: number, error: unknown) => {
      const message = error instanceof Error ? error.message : 'It does not answer.'
      void told(keepTrouble(tenant, { adapterId: id, message, pauseSeconds }))
    },
    onClose: () => void told(forgetTrouble(tenant, id)),
  }
  return async (call, precedence) => {
    try {
      // Other settings may lead elsewhere, so they are tried afresh.
      return await circuits.run(
        `${name}/${key}`,
        () => calls.run(name, call, precedence),
        reporting,
      )
    } catch (error) {
      if (!(error instanceof CircuitOpenError)) throw error
      const { secondsLeft } = error
      throw new ProviderError({
        code: 'unavailable',
        message: `It has not answered several times in a row and is tried again in ${secondsLeft} s.`,
        retryAfterSeconds: secondsLeft,
      })
    }
  }
}

const outages: readonly unknown[] = ['unavailable', 'unreachable', 'timed-out']

const isOutage = (error: unknown) => error instanceof ProviderError && outages.includes(error.code)
