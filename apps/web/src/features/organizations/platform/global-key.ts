import type { GlobalDeploymentKey as WireKey } from '@recto/contract/global-deployment-keys'
import { type ScriptKey, scriptKeyFromWire } from '../script-keys/script-key.ts'

/** A deployment that a key opens, or could. */
export type OpenableDeployment = {
  readonly id: string
  readonly name: string
  readonly apiName: string
  readonly isActive: boolean
}

/** Opens several deployments of the organization. */
export type GlobalKey = ScriptKey & {
  /** Also those that are made later. */
  readonly opensAll: boolean
  /** Empty where it opens all of them. */
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

/** The server takes either of the two; nothing where nothing of it is said. */
export const openedToWire = ({ opensAll, deploymentIds }: Opens) => {
  if (opensAll === undefined) return {}
  return opensAll
    ? { allow_all_deployments: true }
    : { allow_all_deployments: false, api_deployments: [...(deploymentIds ?? [])] }
}
