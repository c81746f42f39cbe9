import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

/** Scope of a key: read only, read and write, or also delete. */
export const KeyPermission = z.enum(['read', 'read_write', 'full_access'])
export type KeyPermission = z.output<typeof KeyPermission>

const plainCharacters = /^[\p{L}\p{N} \-_.,:'()/]*$/u

/** A name or a description of a key. */
export const plainText = (characters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(characters)
    .regex(plainCharacters, "Only letters, digits, spaces and - _ . , : ' ( ) / are allowed.")

export const PlatformApiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Masked but for its last four characters. */
  key: z.string(),
  is_active: z.boolean(),
  created_at: Timestamp,
  modified_at: Timestamp,
  permission: KeyPermission,
  created_by_email: z.string().nullable(),
})
export type PlatformApiKey = z.output<typeof PlatformApiKey>

const FullKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string(),
  is_active: z.boolean(),
})

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
  reply: FullKey,
})

export const getPlatformApiKey = endpoint({
  method: 'GET',
  path: '/platform-api/keys/:id/',
  who: 'admin',
  showsKeys: true,
  params,
  reply: FullKey,
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
  reply: FullKey,
})
