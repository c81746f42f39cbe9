import type { Tenant } from '../../platform/db/database.ts'
import { type UsageOfExecution, usageOfExecution } from '../usage/usage.port.ts'
import type { ExecutionRow } from './executions.store.ts'
import { isFinished } from './is-finished.ts'
import { countReadPages } from './pages.reads.ts'

/** What a number of files takes. */
export type Amount = {
  readonly files: number
  readonly pages: number
  readonly totalTokens: number
  /** In dollars; null where the price of no call is known. */
  readonly cost: number | null
}

export type Spent = {
  readonly pages: number
  readonly usage: UsageOfExecution
  readonly cost: number | null
  /** Of a trial: what its whole source would take. */
  readonly expected?: Amount
}

/** What an execution has taken; of one that goes on nothing is told yet. */
export async function whatItTook(
  tenant: Tenant,
  execution: ExecutionRow,
): Promise<Spent | undefined> {
  if (!isFinished(execution)) return undefined
  const [usage, { pages, files }] = await Promise.all([
    usageOfExecution(tenant, execution.id),
    countReadPages(tenant, execution.id),
  ])
  const cost = usage.calls > 0 && usage.unpricedCalls === usage.calls ? null : usage.costInDollars
  const spent = { pages, usage, cost }
  const { expected_files: expectedFiles } = execution
  if (expectedFiles === null || files === 0) return spent
  const times = expectedFiles / files
  const expected = {
    files: expectedFiles,
    pages: Math.round(pages * times),
    totalTokens: Math.round(usage.totalTokens * times),
    cost: cost === null ? null : cost * times,
  }
  return { ...spent, expected }
}
