import type * as api from '@recto/contract/pipelines/arrivals'
import { presentTime } from '../../../platform/wire-format.ts'
import type { PipelineRow } from '../pipelines.store.ts'
import type { ArrivalRow } from './arrivals.store.ts'
import type { HookRow } from './hook/hooks.store.ts'
import type { ListenerRow } from './listeners.store.ts'

/** Path of the address that receives calls, without a leading slash. */
export const hookPathOf = (slug: string, { id }: Pick<PipelineRow, 'id'>): string =>
  `deployment/pipeline/arrivals/${slug}/${id}/`

export const presentArrival = (row: ArrivalRow): api.Arrival => ({
  kind: row.kind,
  first_at: presentTime(row.first_at),
  last_at: presentTime(row.last_at),
  count: row.count,
  example: row.example,
  outcome: row.outcome ?? 'waiting',
  execution_id: row.execution_id,
})

export const presentListener = (row: ListenerRow | undefined): api.ArrivalListener | null =>
  row
    ? {
        state: row.state,
        problem: row.problem,
        since: presentTime(row.since),
        polled_at: row.polled_at && presentTime(row.polled_at),
      }
    : null

export const presentHook = (path: string, row: HookRow | undefined): api.ArrivalHook => ({
  path,
  has_secret: row !== undefined,
  secret_created_at: row ? presentTime(row.created_at) : null,
})
