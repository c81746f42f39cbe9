import type { getTrialStatistics } from '@recto/contract/usage/usage'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findTrial } from '../billing/billing.port.ts'
import { readBuckets } from './metrics.reads.ts'
import { rollUp } from './metrics.store.ts'
import { readUsed } from './used.reads.ts'

/** Sums what was used since the trial began, or since ever where nothing is sold. */
export async function readTrialStatistics(
  ctx: Pick<Context, 'db' | 'config'>,
  actor: Actor,
): Promise<EndpointReply<typeof getTrialStatistics>> {
  const tenant = tenantOf(ctx, actor)
  const trial = await findTrial(ctx, tenant)
  const from = trial?.beganAt ?? new Date(0)
  const until = new Date()
  const rolledUntil = await rollUp(tenant)
  const buckets = await readBuckets(tenant, { from, until, grain: 'month', rolledUntil })
  const countOf = (metric: string) =>
    buckets.filter(({ name }) => name === metric).reduce((sum, { total }) => sum + total, 0)
  const days = { firstDay: toDay(from), lastDay: toDay(until), rolledUntil, viewer: actor }
  const usedRows = await readUsed(tenant, days)
  return {
    trial_start_date: trial ? presentTime(trial.beganAt) : null,
    trial_end_date: trial ? presentTime(trial.endsAt) : null,
    total_cost: usedRows
      .filter(({ by: dimension }) => dimension === 'day')
      .reduce((sum, { dollars }) => sum + dollars, 0),
    documents_processed: countOf('documents_processed'),
    api_calls: countOf('deployed_api_requests'),
    etl_runs: countOf('etl_pipeline_executions'),
  }
}

const toDay = (time: Date) => time.toISOString().slice(0, 10)
