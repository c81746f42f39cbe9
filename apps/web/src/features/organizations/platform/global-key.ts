import type { GlobalDeploymentKey as WireKey } from '@recto/contract/deployments/global-deployment-keys'
import { type ScriptKey, scriptKeyFromWire } from '../script-keys/script-key.ts'

/** A deployment that a key gives access to, or could. */
export type OpenableDeployment = {
  readonly id: string
  readonly name: string
  readonly apiName: string
  readonly isActive: boolean
}

/** A key that gives access to several deployments of the organization. */
export type GlobalKey = ScriptKey & {
  /** Whether it also gives access to deployments created later. */
  readonly opensAll: boolean
  /** Empty if it gives access to all of them. */
  readonly deployments: readonly OpenableDeployment[]
}

export type GlobalKeyValues = Pick<GlobalKey, 'name' | 'description' | 'opensAll'> & {
  readonly deploymentIds: readonly string[]
}

type WireDeployment = WireKey['api_deployments'][number]

export const openedFromWire = (wire: WireDeployment): OpenableDeployment => ({
  id: wire.id,
  name: wire.display_name,
  apiName: wire.api_name,
  isActive: wire.is_active,
})

export const globalKeyFromWire = (wire: WireKey): GlobalKey => ({
  ...scriptKeyFromWire(wire),
  opensAll: wire.allow_all_deployments,
  deployments: wire.api_deployments.map(openedFromWire),
})

type Opens = Partial<Pick<GlobalKeyValues, 'opensAll' | 'deploymentIds'>>

/** Returns either of the two fields that the server accepts; nothing if neither is set. */
export const openedToWire = ({ opensAll, deploymentIds }: Opens) => {
  if (opensAll === undefined) return {}
  return opensAll
    ? { allow_all_deployments: true }
    : { allow_all_deployments: false, api_deployments: [...(deploymentIds ?? [])] }
}
