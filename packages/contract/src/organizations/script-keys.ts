import { z } from 'zod'
import { Timestamp } from '../wire/wire.ts'

const plainCharacters = /^[\p{L}\p{N} \-_.,:'()/]*$/u

/** A name or a description of a key. */
export const plainText = (characters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(characters)
    .regex(plainCharacters, "Only letters, digits, spaces and - _ . , : ' ( ) / are allowed.")

/** What lists show of a key of any kind with which scripts authenticate. */
export const ListedScriptKey = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** Masked but for its last four characters. */
  key: z.string(),
  is_active: z.boolean(),
  created_at: Timestamp,
  modified_at: Timestamp,
  created_by_email: z.string().nullable(),
})
export type ListedScriptKey = z.output<typeof ListedScriptKey>

/** A key in plain text. */
export const FullScriptKey = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string(),
  is_active: z.boolean(),
})
