import * as api from '@recto/contract/deployments/global-deployment-keys'
import { omitUndefined } from '@recto/omit-undefined'
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

/** Creates a key; resolves to the key in plain text. */
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

/** Updates a key; its name cannot be changed. */
export const useChangeGlobalKey = () =>
  useChange(api.changeGlobalDeploymentKey, {
    makesStale,
    fieldOf,
    toWire: ({ id, isActive, description, ...opens }: Changes) => ({
      params: { id },
      body: {
        ...omitUndefined({ description, is_active: isActive }),
        ...openedToWire(opens),
      },
    }),
  })

/** Rotates the key with the given id; resolves to the new key in plain text. */
export const useRotateGlobalKey = () =>
  useChange(api.rotateGlobalDeploymentKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
    fromWire: ({ key }) => key,
  })

/** Deletes the key with the given id. */
export const useDeleteGlobalKey = () =>
  useChange(api.deleteGlobalDeploymentKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
  })
