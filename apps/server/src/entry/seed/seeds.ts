import { seedAdapters } from '../../features/adapters/seed-adapters.ts'
import { seedRetention } from '../../features/executions/retention/seed-retention.ts'
import { seedModelCalls } from '../../features/model-calls/retention/seed-model-calls.ts'
import { seedTextService } from '../../features/text-service/seed-text-service.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { makeSample } from '../sample/make-sample.ts'

export type Seed = {
  /** Recorded when done; it never changes. */
  readonly name: string
  /** Runs once in the life of an installation; again only if it was interrupted. */
  readonly run: (ctx: Context, admin: Actor) => Promise<void>
  /** Done in the transaction that makes an organization, and not once more. */
  readonly isAtOnce?: true
}

/** What a new installation starts with besides its organization, in this order. */
export const seeds: readonly Seed[] = [
  {
    name: 'adapters',
    run: (ctx, admin) => seedAdapters(ctx, tenantOf(ctx, admin), admin.userId),
    isAtOnce: true,
  },
  { name: 'text-service', run: (ctx, admin) => seedTextService(ctx, tenantOf(ctx, admin)) },
  { name: 'retention', run: (ctx, admin) => seedRetention(ctx, tenantOf(ctx, admin)) },
  { name: 'model-calls', run: (ctx, admin) => seedModelCalls(ctx, tenantOf(ctx, admin)) },
  { name: 'sample', run: makeSample },
]
