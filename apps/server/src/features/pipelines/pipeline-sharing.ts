import { pipelineSharing } from '@recto/contract/organizations/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getPipeline, pipelineFacts } from './get-pipeline.ts'

type PipelineSharingRequest = { readonly actor: Actor; readonly id: string }

/** Describes pipelines to the sharing feature. */
export const sharedPipelines = {
  table: 'pipeline',
  noun: 'pipeline',
  endpoints: pipelineSharing,
  isOpenBecause: 'Everybody in the organization has its pipelines.',
  async find(ctx: Context, asked: PipelineSharingRequest) {
    const pipeline = await getPipeline(ctx, asked)
    const facts = await pipelineFacts(tenantOf(ctx, asked.actor), pipeline)
    return { id: pipeline.id, name: pipeline.name, facts }
  },
} as const
