import { type Facts, permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import { findPipeline, type PipelineRow } from './pipelines.store.ts'

/** Actions on a pipeline, besides creating one. */
export type PipelineDeed = 'see' | 'run' | 'change' | 'delete' | 'keys'

const mayWithPipeline = (actor: Actor, deed: PipelineDeed, pipeline: Facts) =>
  permits(actor, `pipeline/${deed}`, pipeline)

type GetPipelineRequest = { readonly actor: Actor; readonly id: string }

/** Facts about a pipeline on which the permission policy decides. */
export async function pipelineFacts(
  tenant: Tenant,
  { id, created_by, shared_to_org }: Pick<PipelineRow, 'id' | 'created_by' | 'shared_to_org'>,
): Promise<Facts> {
  const access = await loadAccess(tenant, 'pipeline', [id])
  return { created_by, shared_to_org, ...access(id) }
}

/**
 * Loads a pipeline for an action, which is to see it unless stated otherwise. Throws 404 when the
 * actor may not see it, 403 when the actor may not do more than that.
 */
export async function getPipeline(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetPipelineRequest,
  deed: PipelineDeed = 'see',
): Promise<PipelineRow> {
  const tenant = tenantOf(ctx, actor)
  const pipeline = await findPipeline(tenant, id)
  if (!pipeline) throw notFound('pipeline')
  const facts = await pipelineFacts(tenant, pipeline)
  if (!mayWithPipeline(actor, 'see', facts)) throw notFound('pipeline')
  if (!mayWithPipeline(actor, deed, facts)) throw forbidden()
  return pipeline
}
