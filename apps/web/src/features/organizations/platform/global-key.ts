import type { GlobalDeploymentKey as WireKey } from '@recto/contract/deployments/global-deployment-keys'
import { type ScriptKey, scriptKeyFromWire } from '../script-keys/script-key.ts'

/** A deployment that a key gives access to, or could. */
export type AccessibleDeployment = {
  readonly id: string
  readonly name: string
  readonly apiName: string
  readonly isActive: boolean
}

/** A key that gives access to several deployments of the organization. */
export type GlobalKey = ScriptKey & {
  /** Whether it also gives access to deployments created later. */
  readonly allowsAll: boolean
  /** Empty if it gives access to all of them. */
  readonly deployments: readonly AccessibleDeployment[]
}

export type GlobalKeyValues = Pick<GlobalKey, 'name' | 'description' | 'allowsAll'> & {
  readonly deploymentIds: readonly string[]
}

type WireDeployment = WireKey['api_deployments'][number]

export const accessibleDeploymentFromWire = (wire: WireDeployment): AccessibleDeployment => ({
  id: wire.id,
  name: wire.display_name,
  apiName: wire.api_name,
  isActive: wire.is_active,
})

export const globalKeyFromWire = (wire: WireKey): GlobalKey => ({
  ...scriptKeyFromWire(wire),
  allowsAll: wire.allow_all_deployments,
  deployments: wire.api_deployments.map(accessibleDeploymentFromWire),
})

type KeyAccess = Partial<Pick<GlobalKeyValues, 'allowsAll' | 'deploymentIds'>>

/** Returns either of the two fields that the server accepts; nothing if neither is set. */
export const accessToWire = ({ allowsAll, deploymentIds }: KeyAccess) => {
  if (allowsAll === undefined) return {}
  return allowsAll
    ? { allow_all_deployments: true }
    : { allow_all_deployments: false, api_deployments: [...(deploymentIds ?? [])] }
}
