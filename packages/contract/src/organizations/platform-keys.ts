import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody } from '../wire/wire.ts'

/** The two slots, by which clients know a key. */
export const platformKeyNames = ['Key #1', 'Key #2'] as const

const KeyName = z.enum(platformKeyNames)

export const PlatformKey = z.object({
  id: z.uuid(),
  key_name: z.string(),
  /** Plain text, because admins copy it. */
  key: z.string(),
  is_active: z.boolean(),
})
export type PlatformKey = z.output<typeof PlatformKey>

const Shown = PlatformKey.pick({ id: true, key_name: true, key: true })

export const listPlatformKeys = endpoint({
  method: 'GET',
  path: '/platform/keys/',
  who: 'admin',
  showsKeys: true,
  reply: z.array(PlatformKey),
})

export const createPlatformKey = endpoint({
  method: 'POST',
  path: '/platform/keys/',
  who: 'admin',
  status: 201,
  bodySize: 'small',
  showsKeys: true,
  body: z.object({ key_name: KeyName, is_active: z.boolean() }),
  reply: Shown,
})

/** Another key in the same slot: the one before opens nothing from now on. */
export const refreshPlatformKey = endpoint({
  method: 'PUT',
  path: '/platform/keys/',
  who: 'admin',
  status: 201,
  bodySize: 'small',
  showsKeys: true,
  body: z.object({ id: z.uuid(), key_name: KeyName.optional() }),
  reply: Shown,
})

export const switchPlatformKey = endpoint({
  method: 'PUT',
  path: '/platform/keys/:id/',
  who: 'admin',
  status: 201,
  bodySize: 'small',
  params: z.object({ id: z.uuid() }),
  body: z.object({ action: z.enum(['ACTIVATE', 'DEACTIVATE']) }),
  reply: z.object({ message: z.string() }),
})

export const deletePlatformKey = endpoint({
  method: 'DELETE',
  path: '/platform/keys/:id/',
  who: 'admin',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: NoBody,
})
