import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findAdmission } from './admission.reads.ts'
import { hashOf } from './deployment-keys.ts'
import type { DeploymentRow } from './deployments.store.ts'

type Input = {
  readonly slug: string
  readonly apiName: string
  readonly authorization: string | undefined
}

export type DeploymentCaller = {
  readonly tenant: Tenant
  readonly slug: string
  readonly deployment: DeploymentRow
  /** Whether the key is the organization's, and not of this deployment alone. */
  readonly isKeyGlobal: boolean
  /** Who answers for what the key asks for; null where nobody is known. */
  readonly ownerId: number | null
  /** Of the organization's configuration, as it was when the call was admitted. */
  readonly version: number
}

const refusal = (kind: 'forbidden' | 'not-found' | 'unauthenticated', detail: string) =>
  new AppError(kind, [{ code: 'error', detail, attr: null }])

const notThere = () => refusal('not-found', 'API not found')
const switchedOff = () => refusal('not-found', 'The API is switched off')

/**
 * Who may call a deployment: 403 without a bearer header, 404 for a deployment that is not there or is
 * switched off, 401 for a key that does not open it, in this order, as existing clients expect.
 */
export async function admitCaller(
  { db }: Pick<Context, 'db'>,
  { slug, apiName, authorization }: Input,
): Promise<DeploymentCaller> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (!key) throw refusal('forbidden', 'Missing api key')

  const admission = await findAdmission({ db }, { slug, apiName, keyHash: hashOf(key) })
  if (!admission) throw notThere()
  const { organizationId, deployment, isKeyActive, isKeyGlobal, keyOwnerId, version } = admission
  // That there is one is told to whoever may call it.
  if (!deployment.is_active) throw isKeyActive ? switchedOff() : notThere()
  if (!isKeyActive) throw refusal('unauthenticated', 'Unauthorized')
  const ownerId = keyOwnerId ?? deployment.created_by
  return { tenant: { db, organizationId }, slug, deployment, isKeyGlobal, ownerId, version }
}
