import { ProviderError } from '@recto/provider-spec/provider-error'
import type { CallContext, CallToReserve, ReservedCall } from './call-context.ts'

type ReservedResult<T> = {
  readonly result: T
  /** Absent if the run has no budget of its own. */
  readonly reservedCall: ReservedCall | undefined
}

/**
 * Reserves the cost of an attempt and makes it. The lease is checked last, because the process may have been suspended while it waited for
 * the reservation. What an attempt that failed has cost is not known, unless the service has refused it.
 */
export async function makeReserved<T>(
  { reserveCall, assertLeaseHeld }: Pick<CallContext, 'reserveCall' | 'assertLeaseHeld'>,
  call: CallToReserve,
  attempt: () => Promise<T>,
): Promise<ReservedResult<T>> {
  const reservedCall = await reserveCall?.(call)
  try {
    await assertLeaseHeld?.()
    return { result: await attempt(), reservedCall }
  } catch (error) {
    await reservedCall?.end(isRefusal(error) ? 0 : null)
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  const { status = 0 } = error instanceof ProviderError ? error : {}
  return status >= 400 && status < 500
}
