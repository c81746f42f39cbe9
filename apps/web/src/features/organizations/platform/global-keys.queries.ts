import * as api from '@recto/contract/deployments/global-deployment-keys'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import {
  accessibleDeploymentFromWire,
  accessToWire,
  type GlobalKeyValues,
  globalKeyFromWire,
} from './global-key.ts'

export const globalKeys = readAs(api.listGlobalDeploymentKeys, {}, (keys) =>
  keys.map(globalKeyFromWire),
)

export const accessibleDeployments = readAs(api.listOpenableDeployments, {}, (deployments) =>
  deployments.map(accessibleDeploymentFromWire),
)

const invalidates = [api.listGlobalDeploymentKeys]
const fieldOf = (attr: string) => (attr.startsWith('api_deployments') ? 'deploymentIds' : attr)

/** Creates a key; resolves to the key in plain text. */
export const useCreateGlobalKey = () =>
  useChange(api.createGlobalDeploymentKey, {
    invalidates,
    fieldOf,
    toWire: ({ name, description, ...opens }: GlobalKeyValues) => ({
      body: { name, description, ...accessToWire(opens) },
    }),
    fromWire: ({ key }) => key,
  })

type Changes = Partial<GlobalKeyValues> & { readonly id: string; readonly isActive?: boolean }

/** Updates a key; its name cannot be changed. */
export const useChangeGlobalKey = () =>
  useChange(api.changeGlobalDeploymentKey, {
    invalidates,
    fieldOf,
    toWire: ({ id, isActive, description, ...opens }: Changes) => ({
      params: { id },
      body: {
        ...omitUndefined({ description, is_active: isActive }),
        ...accessToWire(opens),
      },
    }),
  })

/** Rotates the key with the given id; resolves to the new key in plain text. */
export const useRotateGlobalKey = () =>
  useChange(api.rotateGlobalDeploymentKey, {
    invalidates,
    toWire: (id: string) => ({ params: { id } }),
    fromWire: ({ key }) => key,
  })

/** Deletes the key with the given id. */
export const useDeleteGlobalKey = () =>
  useChange(api.deleteGlobalDeploymentKey, {
    invalidates,
    toWire: (id: string) => ({ params: { id } }),
  })
