import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { opensPipeline } from '../deployments/deployments.port.ts'
import { findByAddress } from './admission.reads.ts'
import type { PipelineRow } from './pipelines.store.ts'

type AdmitCallerRequest = {
  readonly slug: string
  readonly pipelineId: string
  readonly authorization: string | undefined
}

export type PipelineCaller = { readonly tenant: Tenant; readonly pipeline: PipelineRow }

/**
 * Authenticates a caller who starts a run by key. Throws 403 without a key, 404 for a pipeline that
 * does not exist, 401 for a wrong key.
 */
export async function admitPipelineCaller(
  { db }: Pick<Context, 'db'>,
  { slug, pipelineId, authorization }: AdmitCallerRequest,
): Promise<PipelineCaller> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!key) throw refusal('forbidden', 'Missing API key')
  const pipeline = await findByAddress({ db }, slug, pipelineId)
  if (!pipeline) throw refusal('not-found', 'Pipeline not found')
  const tenant = { db, organizationId: pipeline.organization_id }
  if (!(await opensPipeline(tenant, { pipelineId, key }))) {
    throw refusal('unauthenticated', 'Unauthorized')
  }
  return { tenant, pipeline }
}

const refusal = (kind: 'forbidden' | 'not-found' | 'unauthenticated', detail: string) =>
  new AppError(kind, [{ code: 'error', detail, attr: null }])
