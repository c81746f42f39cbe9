import * as api from '@recto/contract/organizations/platform-api'
import { omitUndefined } from '@recto/omit-undefined'
import { readAs, useChange } from '../../../shared/api/requests.ts'
import {
  type PlatformApiKey,
  type PlatformApiKeyValues,
  platformApiKeyFromWire,
} from './platform-api-key.ts'

export const platformApiKeys = readAs(api.listPlatformApiKeys, {}, (keys) =>
  keys.map(platformApiKeyFromWire),
)

const invalidates = [api.listPlatformApiKeys]

/** Creates a key; resolves to the key in plain text. */
export const useCreatePlatformApiKey = () =>
  useChange(api.createPlatformApiKey, {
    invalidates,
    toWire: (body: PlatformApiKeyValues) => ({ body }),
    fromWire: ({ key }) => key,
  })

type Changes = Partial<Pick<PlatformApiKey, 'name' | 'description' | 'permission' | 'isActive'>>

/** Updates a key; its name cannot be changed. */
export const useChangePlatformApiKey = () =>
  useChange(api.changePlatformApiKey, {
    invalidates,
    toWire: ({ id, isActive, name: _, ...rest }: Changes & { readonly id: string }) => ({
      params: { id },
      body: { ...rest, ...omitUndefined({ is_active: isActive }) },
    }),
  })

/** Rotates the key with the given id; resolves to the new key in plain text. */
export const useRotatePlatformApiKey = () =>
  useChange(api.rotatePlatformApiKey, {
    invalidates,
    toWire: (id: string) => ({ params: { id } }),
    fromWire: ({ key }) => key,
  })

/** Deletes the key with the given id. */
export const useDeletePlatformApiKey = () =>
  useChange(api.deletePlatformApiKey, {
    invalidates,
    toWire: (id: string) => ({ params: { id } }),
  })
