import * as api from '@recto/contract/platform-api'
import { readAs, useChange } from '../../../shared/api/ask.ts'
import {
  type PlatformApiKey,
  type PlatformApiKeyValues,
  platformApiKeyFromWire,
} from './platform-api-key.ts'

export const platformApiKeys = readAs(api.listPlatformApiKeys, {}, (keys) =>
  keys.map(platformApiKeyFromWire),
)

const makesStale = [api.listPlatformApiKeys]

/** Resolves to the key in clear. */
export const useCreatePlatformApiKey = () =>
  useChange(api.createPlatformApiKey, {
    makesStale,
    toWire: (body: PlatformApiKeyValues) => ({ body }),
    fromWire: ({ key }) => key,
  })

type Changes = Partial<Pick<PlatformApiKey, 'name' | 'description' | 'permission' | 'isActive'>>

/** Its name stays. */
export const useChangePlatformApiKey = () =>
  useChange(api.changePlatformApiKey, {
    makesStale,
    toWire: ({ id, isActive, name: _, ...rest }: Changes & { readonly id: string }) => ({
      params: { id },
      body: { ...rest, ...(isActive !== undefined && { is_active: isActive }) },
    }),
  })

/** By its id; resolves to the new key in clear. */
export const useRotatePlatformApiKey = () =>
  useChange(api.rotatePlatformApiKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
    fromWire: ({ key }) => key,
  })

/** By its id. */
export const useDeletePlatformApiKey = () =>
  useChange(api.deletePlatformApiKey, {
    makesStale,
    toWire: (id: string) => ({ params: { id } }),
  })
