import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getPipeline } from '../get-pipeline.ts'
import type { PipelineRow } from '../pipelines.store.ts'
import { type ArrivalRow, listArrivals } from './arrivals.store.ts'
import { findHook, type HookRow } from './hook/hooks.store.ts'
import { findListener, type ListenerRow } from './listeners.store.ts'

type PipelineArrivals = {
  readonly pipeline: PipelineRow
  /** Undefined while nothing listens. */
  readonly listener: ListenerRow | undefined
  readonly hook: HookRow | undefined
  readonly arrivals: readonly ArrivalRow[]
}

type GetArrivalsRequest = { readonly actor: Actor; readonly id: string }

/** Returns what has arrived for a pipeline, and how that is noticed. */
export async function getArrivals(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetArrivalsRequest,
): Promise<PipelineArrivals> {
  const pipeline = await getPipeline(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const isListening = pipeline.is_active && pipeline.runs_on_arrival
  return {
    pipeline,
    listener: isListening ? await findListener(tenant, id) : undefined,
    hook: await findHook(tenant, id),
    arrivals: await listArrivals(tenant, id),
  }
}
