import { pipelineSharing } from '@recto/contract/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getPipeline, pipelineFacts } from './get-pipeline.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How pipelines are shared. */
export const sharedPipelines = {
  table: 'pipeline',
  noun: 'pipeline',
  endpoints: pipelineSharing,
  isOpenBecause: 'Everybody in the organization has its pipelines.',
  async find(ctx: Context, asked: Asked) {
    const pipeline = await getPipeline(ctx, asked)
    const facts = await pipelineFacts(tenantOf(ctx, asked.actor), pipeline)
    return { id: pipeline.id, name: pipeline.name, facts }
  },
} as const
