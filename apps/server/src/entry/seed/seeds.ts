import { seedAdapters } from '../../features/adapters/seed-adapters.ts'
import { scheduleRetention } from '../../features/executions/retention/schedule-retention.ts'
import { scheduleModelCallPurge } from '../../features/model-calls/retention/purge-model-calls.ts'
import { seedTextService } from '../../features/text-service/seed-text-service.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { createSample } from '../sample/create-sample.ts'

export type Seed = {
  /** Recorded as done under this name, which must never change. */
  readonly name: string
  /** Runs once per installation; repeated only if it was interrupted. */
  readonly run: (ctx: Context, admin: Actor) => Promise<void>
  /** Whether it runs in the transaction that creates an organization, and is not repeated later. */
  readonly isImmediate?: true
}

/** The seeds of a new installation besides its organization, in this order. */
export const seeds: readonly Seed[] = [
  {
    name: 'adapters',
    run: (ctx, admin) => seedAdapters(ctx, tenantOf(ctx, admin), admin.userId),
    isImmediate: true,
  },
  { name: 'text-service', run: (ctx, admin) => seedTextService(ctx, tenantOf(ctx, admin)) },
  { name: 'retention', run: (ctx, admin) => scheduleRetention(ctx, tenantOf(ctx, admin)) },
  { name: 'model-calls', run: (ctx, admin) => scheduleModelCallPurge(ctx, tenantOf(ctx, admin)) },
  { name: 'sample', run: createSample },
]
