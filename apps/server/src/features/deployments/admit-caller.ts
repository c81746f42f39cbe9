import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { hashApiKey } from '../../platform/strings.ts'
import { findAdmission } from './admission.reads.ts'
import type { DeploymentRow } from './deployments.store.ts'

type AdmitCallerRequest = {
  readonly slug: string
  readonly apiName: string
  readonly authorization: string | undefined
}

export type DeploymentCaller = {
  readonly tenant: Tenant
  readonly slug: string
  readonly deployment: DeploymentRow
  /** Whether the key is a global key of the organization, not one of this deployment alone. */
  readonly isKeyGlobal: boolean
  /** User on whose behalf the key acts; null when nobody is known. */
  readonly ownerId: number | null
  /** Version of the organization's configuration when the call was admitted. */
  readonly configurationVersion: number
}

const refusal = (kind: 'forbidden' | 'not-found' | 'unauthenticated', detail: string) =>
  new AppError(kind, [{ code: 'error', detail, attr: null }])

const notThere = () => refusal('not-found', 'API not found')
const switchedOff = () => refusal('not-found', 'The API is switched off')

/**
 * Authenticates a call of a deployment. Throws 403 without a bearer header, 404 for a deployment
 * that does not exist or is switched off, 401 for a key that does not open it: in this order, as
 * existing clients expect.
 */
export async function admitDeploymentCaller(
  { db }: Pick<Context, 'db'>,
  { slug, apiName, authorization }: AdmitCallerRequest,
): Promise<DeploymentCaller> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!key) throw refusal('forbidden', 'Missing API key')

  const admission = await findAdmission({ db }, { slug, apiName, keyHash: hashApiKey(key) })
  if (!admission) throw notThere()
  const {
    organizationId,
    deployment,
    isKeyActive,
    isKeyGlobal,
    keyOwnerId,
    version: configurationVersion,
  } = admission
  // The existence of a switched-off deployment is revealed to callers with an active key only.
  if (!deployment.is_active) throw isKeyActive ? switchedOff() : notThere()
  if (!isKeyActive) throw refusal('unauthenticated', 'Unauthorized')
  const ownerId = keyOwnerId ?? deployment.created_by
  return {
    tenant: { db, organizationId },
    slug,
    deployment,
    isKeyGlobal,
    ownerId,
    configurationVersion,
  }
}
