import { type Facts, permits } from '@recto/contract/permits'
import type { Actor } from '../../platform/context.ts'

/** What can be done to a pipeline, besides making one. */
export type PipelineDeed = 'see' | 'run' | 'change' | 'delete' | 'keys'

export const mayWithPipeline = (actor: Actor, deed: PipelineDeed, pipeline: Facts) =>
  permits(actor, `pipeline/${deed}`, pipeline)
