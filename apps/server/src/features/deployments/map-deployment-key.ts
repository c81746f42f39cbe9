import type * as api from '@recto/contract/deployments/deployments'
import type { Context } from '../../platform/context.ts'
import { presentTime } from '../../platform/wire-format.ts'
import type { DeploymentKeyRow } from './deployment-keys.ts'

export const keyFields = (body: api.DeploymentKeyFields) => ({
  description: body.description,
  isActive: body.is_active,
})

/** Presents the key in plain text, for those who manage the deployment. */
export function presentDeploymentKey(
  { vault }: Pick<Context, 'vault'>,
  key: DeploymentKeyRow,
): api.DeploymentKey {
  return {
    id: key.id,
    created_at: presentTime(key.created_at),
    modified_at: presentTime(key.modified_at),
    api_key: vault.open(key.sealed_key),
    is_active: key.is_active,
    description: key.description,
    api: key.deployment_id,
    pipeline: key.pipeline_id,
  }
}
