import { type Facts, permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../platform/context.ts'

/** Actions on a pipeline, besides creating one. */
export type PipelineDeed = 'see' | 'run' | 'change' | 'delete' | 'keys'

export const mayWithPipeline = (actor: Actor, deed: PipelineDeed, pipeline: Facts) =>
  permits(actor, `pipeline/${deed}`, pipeline)
