import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { findDeploymentKeyOwner } from '../../../platform/db/deployment-key-owners.ts'
import { discardContent } from '../../../platform/files/content.ts'
import { hashApiKey, isUuid } from '../../../platform/strings.ts'
import { type ExecutionRow, findExecution, loadOutcome } from '../../executions/executions.port.ts'
import { openTextFile } from '../../text-service/text-service.port.ts'
import { admitDeploymentCaller, type DeploymentCaller } from '../admit-caller.ts'
import { findDeployment } from '../deployments.store.ts'
import { presentOutcome } from '../present-outcome.ts'
import { isExpired } from '../public.routes.ts'
import { runDeployment } from '../run-deployment.ts'
import { fileIdOf, isEnded, requestKeyOf } from './present-extract-job.ts'

const missingKey = (detail: string) =>
  new AppError('unauthenticated', [{ code: 'not_authenticated', detail, attr: null }])

type KeyRequest = { readonly headers: { readonly authorization?: string | undefined } }

/** Admits keys of deployments; which of them a key opens is not checked yet. */
export async function admitExtractKey({ db }: Context, { headers }: KeyRequest) {
  const { authorization = '' } = headers
  const key = /^bearer (.+)$/i.exec(authorization)?.[1]?.trim()
  const owner = key ? await findDeploymentKeyOwner({ db }, hashApiKey(key)) : undefined
  if (!owner || !key) throw missingKey('Send the key of an API deployment as a bearer token.')
  return { ...owner, key, tenant: { db, organizationId: owner.organizationId } }
}

type Holder = Awaited<ReturnType<typeof admitExtractKey>>

/**
 * Finds the deployment that a configuration names by its id or its API name; by default the one of the key.
 * Throws 404 for one that the key does not open.
 */
export async function openDeploymentOfKey(
  ctx: Context,
  { tenant, slug, deploymentId, key }: Holder,
  configurationId: string | undefined,
): Promise<DeploymentCaller> {
  const name = configurationId ?? deploymentId ?? undefined
  if (name === undefined) {
    throw invalid('configuration_id', 'Send the name of an API deployment.', 'required')
  }
  const apiName = isUuid(name) ? (await findDeployment(tenant, name))?.api_name : name
  if (apiName === undefined) throw notFound('configuration')
  const authorization = `Bearer ${key}`
  return admitDeploymentCaller(ctx, { slug, apiName, authorization }).catch((error: unknown) => {
    throw error instanceof AppError ? notFound('configuration') : error
  })
}

/** Starts a run of the deployment for an uploaded file that the key opens. */
export async function startExtraction(
  ctx: Context,
  caller: DeploymentCaller,
  { fileId, holder }: { readonly fileId: string; readonly holder: Holder },
): Promise<ExecutionRow> {
  const { name, document } = await openTextFile(ctx, holder, fileId)
  const { content, size, hash } = document
  const file = { field: 'files', name, mimeType: 'application/octet-stream', size, hash, content }
  try {
    const { execution } = await runDeployment(ctx, {
      caller,
      files: [file],
      presignedUrls: [],
      timeoutSeconds: 0,
      usesFileHistory: false,
      tags: [],
      customData: undefined,
      llmProfileId: undefined,
      idempotencyKey: requestKeyOf(fileId),
    })
    return execution
  } finally {
    await discardContent(ctx.files, content)
  }
}

type Extraction = {
  readonly caller: DeploymentCaller
  readonly execution: ExecutionRow
  readonly fileId: string
}

/** Loads a job of a deployment that the key opens; 404 for any other. */
export async function getExtraction(ctx: Context, holder: Holder, id: string): Promise<Extraction> {
  const execution = await findExecution(holder.tenant, id)
  const fileId = execution && fileIdOf(execution)
  // The column holds the id of the called deployment.
  if (!execution?.pipeline_id || fileId === undefined) throw notFound('job')
  const caller = await openDeploymentOfKey(ctx, holder, execution.pipeline_id)
  return { caller, execution, fileId }
}

type LoadItemOptions = {
  readonly caller: DeploymentCaller
  readonly execution: ExecutionRow
  readonly hasMetadata: boolean
}

/** Returns the result of the only file, once the job has ended and as long as results are kept. */
export async function loadItem(ctx: Context, { caller, execution, hasMetadata }: LoadItemOptions) {
  if (!isEnded(execution) || isExpired(ctx, execution)) return undefined
  const outcome = await loadOutcome(caller.tenant, execution)
  const requestedParts = {
    include_metadata: hasMetadata,
    include_metrics: false,
    include_extracted_text: false,
  }
  return (await presentOutcome(ctx, { caller, outcome, requestedParts }))[0]
}
