import * as api from '@recto/contract/global-deployment-keys'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import {
  type GlobalKeyValues,
  globalKeyFromWire,
  openedFromWire,
  openedToWire,
} from './global-key.ts'

export const globalKeys = readAs(api.listGlobalDeploymentKeys, {}, (keys) =>
  keys.map(globalKeyFromWire),
)

export const openableDeployments = readAs(api.listOpenableDeployments, {}, (deployments) =>
  deployments.map(openedFromWire),
)

const makesStale = [api.listGlobalDeploymentKeys]
const fieldOf = (attr: string) => (attr.startsWith('api_deployments') ? 'deploymentIds' : attr)

/** Resolves to the key in clear. */
export const useCreateGlobalKey = () =>
  useChange(api.createGlobalDeploymentKey, {
    makesStale,
    fieldOf,
    toWire: ({ name, description, ...opens }: GlobalKeyValues) => ({
      body: { name, description, ...openedToWire(opens) },
    }),
    fromWire: ({ key }) => key,
  })

type Changes = Partial<GlobalKeyValues> & { readonly id: string; readonly isActive?: boolean }

/** Its name stays. */
export const useChangeGlobalKey = () =>
  useChange(api.changeGlobalDeploymentKey, {
    makesStale,
    fieldOf,
    toWire: ({ id, isActive, description, ...opens }: Changes) => ({
      params: { id },
      body: {
        ...(description !== undefined && { description }),
        ...(isActive !== undefined && { is_active: isActive }),
        ...openedToWire(opens),
      },
    }),
  })

/** By its id; resolves to the new key in clear. */
export const useRotateGlobalKey = () =>
  useChange(api.rotateGlobalDeploymentKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
    fromWire: ({ key }) => key,
  })

/** By its id. */
export const useDeleteGlobalKey = () =>
  useChange(api.deleteGlobalDeploymentKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
  })
