import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody } from '../wire/wire.ts'
import { FullScriptKey, ListedScriptKey, plainText } from './script-keys.ts'

/** Scope of a key: read only, read and write, or also delete. */
export const KeyPermission = z.enum(['read', 'read_write', 'full_access'])
export type KeyPermission = z.output<typeof KeyPermission>

export const PlatformApiKey = ListedScriptKey.extend({ permission: KeyPermission })
export type PlatformApiKey = z.output<typeof PlatformApiKey>

const params = z.object({ id: z.uuid() })

export const listPlatformApiKeys = endpoint({
  method: 'GET',
  path: '/platform-api/keys/',
  who: 'admin',
  reply: z.array(PlatformApiKey),
})

export const createPlatformApiKey = endpoint({
  method: 'POST',
  path: '/platform-api/keys/',
  who: 'admin',
  status: 201,
  bodySize: 'small',
  showsKeys: true,
  body: z.object({
    name: plainText(128),
    description: plainText(512),
    permission: KeyPermission.default('read_write'),
  }),
  reply: FullScriptKey,
})

export const getPlatformApiKey = endpoint({
  method: 'GET',
  path: '/platform-api/keys/:id/',
  who: 'admin',
  showsKeys: true,
  params,
  reply: FullScriptKey,
})

export const changePlatformApiKey = endpoint({
  method: 'PATCH',
  path: '/platform-api/keys/:id/',
  who: 'admin',
  bodySize: 'small',
  params,
  body: z.object({
    description: plainText(512).optional(),
    is_active: z.boolean().optional(),
    permission: KeyPermission.optional(),
  }),
  reply: PlatformApiKey,
})

/** Everything that was created with the key passes to the person who created the key. */
export const deletePlatformApiKey = endpoint({
  method: 'DELETE',
  path: '/platform-api/keys/:id/',
  who: 'admin',
  status: 204,
  params,
  reply: NoBody,
})

/** Allowed for keys with full access too. */
export const rotatePlatformApiKey = endpoint({
  method: 'POST',
  path: '/platform-api/keys/:id/rotate/',
  who: 'admin',
  bodySize: 'small',
  showsKeys: true,
  params,
  reply: FullScriptKey,
})
