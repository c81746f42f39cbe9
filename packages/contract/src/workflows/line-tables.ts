import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

/** Types of the columns of a line table. */
export const columnTypes = [
  'text',
  'whole',
  'number',
  'decimal',
  'truth',
  'date',
  'time',
  'json',
] as const
export const ColumnType = z.enum(columnTypes)
export type ColumnType = z.output<typeof ColumnType>

/** Characters that the names of tables for lists and of their columns cannot have, as those of a JSON Schema. */
export const refusedNameCharacters = '"\'`[\\]\\\\;\\u0000-\\u001f\\u007f-\\u009f'
const refusedCharacters = new RegExp(`[${refusedNameCharacters}]`, 'gu')

/** Returns a text without the characters that names cannot have. */
export const toPlainName = (text: string): string => text.replaceAll(refusedCharacters, '').trim()

type FieldsToName = {
  readonly fields: readonly string[]
  /** Names that columns have already. */
  readonly takenNames: readonly string[]
}

/** Returns names of columns for fields of a list; each differs from the others, also in a database without capitals. */
export function nameColumns({ fields, takenNames }: FieldsToName): readonly string[] {
  const lowerNames = new Set(takenNames.map((name) => name.toLowerCase()))
  return fields.map((field) => findFreeName(toPlainName(field) || 'column', lowerNames))
}

/** Returns the name, or the first one with a number that is free, and adds it to the taken names, in small letters. */
export function findFreeName(name: string, takenNames: Set<string>): string {
  let freeName = name
  for (let number = 2; takenNames.has(freeName.toLowerCase()); number++) {
    freeName = `${name}_${number}`
  }
  takenNames.add(freeName.toLowerCase())
  return freeName
}

const ListField = z.object({
  name: z.string(),
  /** The type that a column gets by these values; null if there is none. */
  type: ColumnType.nullable(),
  /** Some of its values in the newest answer of the studio, as texts; long ones are cut. */
  values: z.array(z.string()),
})

const ListPrompt = z.object({
  prompt: z.string(),
  fields: z.array(ListField),
})

export const EndpointLists = z.object({ lists: z.array(ListPrompt) })
export type EndpointLists = z.output<typeof EndpointLists>

/**
 * The list prompts of the workflow, whose items can have tables of their own at a destination. Values are shown to those
 * who may see the project.
 */
export const getEndpointLists = endpoint({
  method: 'GET',
  path: '/workflow/endpoint/:id/lists/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  reply: EndpointLists,
})
