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
