import { z } from 'zod'
import { kinds } from './kinds.ts'

/** The version of the format of files. */
export const fileVersion = 1

const Name = z.string().trim().min(1).max(255)

/** The schema of a file by the kind of its object. */
const fileSchemas = kinds.map(({ kind, spec }) =>
  z.strictObject({
    version: z.literal(fileVersion),
    kind: z.literal(kind),
    name: Name,
    spec,
  }),
)

/** The name of the published schema. */
export const schemaFile = 'recto.schema.json'

/** Returns the JSON Schema of all files, for editors. */
export function buildJsonSchema(): object {
  const schema = z.toJSONSchema(z.union(fileSchemas), { io: 'input', unrepresentable: 'any' })
  return { ...schema, title: 'A file of recto pull, recto diff and recto apply' }
}

/** The head of a file, before its kind decides about the rest. */
export const FileHead = z.strictObject({
  version: z.literal(fileVersion),
  kind: z.string(),
  name: Name,
  spec: z.record(z.string(), z.unknown()),
})
