import type { Facts } from '@recto/contract/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { accessOf } from '../../platform/db/sharing.ts'
import { mayWithPipeline, type PipelineDeed } from './pipelines.policy.ts'
import { findPipeline, type PipelineRow } from './pipelines.store.ts'

type Input = { readonly actor: Actor; readonly id: string }

/** What the policy asks of a pipeline. */
export async function pipelineFacts(
  tenant: Tenant,
  { id, created_by }: Pick<PipelineRow, 'id' | 'created_by'>,
): Promise<Facts> {
  const access = await accessOf(tenant, 'pipeline', [id])
  return { created_by, shared_to_org: true, ...access(id) }
}

/** To be seen, unless stated. Throws 404 for what the actor may not see, 403 for what only others may do. */
export async function getPipeline(
  ctx: Pick<Context, 'db'>,
  { actor, id }: Input,
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
