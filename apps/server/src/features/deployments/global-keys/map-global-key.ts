import type * as api from '@recto/contract/deployments/global-deployment-keys'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentScriptKey, userEmails } from '../../organizations/organizations.port.ts'
import type { DeploymentRow } from '../deployments.store.ts'
import { findTargets } from './global-keys.store.ts'
import type { GlobalKeyRow } from './global-keys.ts'

export const toGlobalKeyRefusal = rethrowWithWireFields({ deploymentIds: 'api_deployments' })

type Fields = {
  readonly allow_all_deployments?: boolean | undefined
  readonly api_deployments?: readonly string[] | undefined
}

export const openedBy = ({ allow_all_deployments, api_deployments }: Fields) => ({
  allowsAll: allow_all_deployments,
  deploymentIds: api_deployments,
})

type PresentedTarget = Pick<DeploymentRow, 'id' | 'display_name' | 'api_name' | 'is_active'>

export const presentOpened = ({
  id,
  display_name,
  api_name,
  is_active,
}: PresentedTarget): api.OpenedDeployment => ({ id, display_name, api_name, is_active })

export async function presentGlobalKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  keys: readonly GlobalKeyRow[],
): Promise<api.GlobalDeploymentKey[]> {
  const tenant = tenantOf(ctx, actor)
  const [emails, targets] = await Promise.all([
    userEmails(
      tenant,
      keys.map(({ created_by }) => created_by),
    ),
    findTargets(
      tenant,
      keys.map(({ id }) => id),
    ),
  ])
  const targetsByKey = Map.groupBy(targets, ({ keyId }) => keyId)
  return keys.map((key) => ({
    ...presentScriptKey(key, emails),
    allow_all_deployments: key.allows_all,
    api_deployments: (targetsByKey.get(key.id) ?? []).map(presentOpened),
  }))
}
