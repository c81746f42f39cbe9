import type { Tenant } from '../../platform/db/database.ts'
import { findUsedCalls, type UsedCall } from '../usage/usage.port.ts'
import { findRequests } from './model-calls.store.ts'

/** A call that was made for a run, and what was asked in it, where that is still kept. */
export type RecordedCall = UsedCall & {
  readonly documentHash: string | null
  readonly request?: unknown
}

/** The calls of a run in the order in which they were made. */
export async function findRecordedCalls(
  tenant: Tenant,
  runId: string,
): Promise<readonly RecordedCall[]> {
  const used = await findUsedCalls(tenant, runId)
  const kept = await findRequests(
    tenant,
    used.map(({ callKey }) => callKey),
  )
  return used.map((call) => ({ ...call, documentHash: null, ...kept.get(call.callKey) }))
}

/** The name of the step in a key such as `studio/<claim>/<step>` or `<file>/<step>`. */
export function stepOf({ callKey }: Pick<RecordedCall, 'callKey'>): string {
  const [first, ...rest] = callKey.split('/')
  return (first === 'studio' ? rest.slice(1) : rest).join('/')
}
