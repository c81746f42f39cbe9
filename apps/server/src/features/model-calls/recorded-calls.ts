import { maxSentCharacters } from '@recto/contract/usage/sent-texts'
import type { Tenant } from '../../platform/db/database.ts'
import { findUsedCalls, type UsedCall } from '../usage/usage.port.ts'
import { findRequests } from './model-calls.store.ts'

/** A call of a run, with its request where that is still stored. */
export type RecordedCall = UsedCall & {
  readonly documentHash: string | null
  readonly request?: unknown
  /** Says what the model wrote before its answer; a letter more than is shown if it is cut off. */
  readonly reasoning?: string | null
}

/** Finds the calls of a run in the order in which they were made. */
export async function findRecordedCalls(
  tenant: Tenant,
  runId: string,
): Promise<readonly RecordedCall[]> {
  const usedCalls = await findUsedCalls(tenant, runId)
  const storedRequests = await findRequests(
    tenant,
    usedCalls.map(({ callKey }) => callKey),
    maxSentCharacters + 1,
  )
  return usedCalls.map((call) => ({
    ...call,
    documentHash: null,
    ...storedRequests.get(call.callKey),
  }))
}

/** Extracts the step name from a key such as `studio/<claim>/<step>` or `<file>/<step>`. */
export function getStepName({ callKey }: Pick<RecordedCall, 'callKey'>): string {
  const [first, ...rest] = callKey.split('/')
  return (first === 'studio' ? rest.slice(1) : rest).join('/')
}
