import { pipelineSharing } from '@recto/contract/organizations/sharing'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { getPipeline, pipelineFacts } from './get-pipeline.ts'

type PipelineSharingRequest = { readonly actor: Actor; readonly id: string }

/** Describes pipelines to the sharing feature. */
export const sharedPipelines = {
  table: 'pipeline',
  noun: 'pipeline',
  endpoints: pipelineSharing,
  async find(ctx: Context, request: PipelineSharingRequest) {
    const pipeline = await getPipeline(ctx, request)
    const facts = await pipelineFacts(tenantOf(ctx, request.actor), pipeline)
    return { id: pipeline.id, name: pipeline.name, facts }
  },
} as const
