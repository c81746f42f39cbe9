import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'

/** One field of the things that an address creates. */
const FieldDescription = z.object({
  type: z.string(),
  required: z.boolean(),
  /** Whether the field is only in replies. */
  read_only: z.boolean(),
  label: z.string(),
  choices: z.array(z.object({ value: z.string(), display_name: z.string() })).optional(),
})
export type FieldDescription = z.output<typeof FieldDescription>

/** How clients that copy things learn which fields they may send. */
export const FieldDescriptions = z.object({
  name: z.string(),
  description: z.string(),
  renders: z.array(z.string()),
  parses: z.array(z.string()),
  actions: z.object({ POST: z.record(z.string(), FieldDescription) }),
})
export type FieldDescriptions = z.output<typeof FieldDescriptions>

/** The endpoint that describes the fields of what another endpoint creates. */
export const fieldsOf = <const Path extends `/${string}`>({
  path,
}: Pick<Endpoint, 'body' | 'reply'> & { readonly path: Path }) =>
  endpoint({ method: 'OPTIONS', path, who: 'member', reply: FieldDescriptions })
