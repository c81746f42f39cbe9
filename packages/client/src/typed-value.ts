import type {
  ExtractedField,
  ExtractedValues,
} from '@recto/contract/text-service/extract-by-schema'

/** A schema that describes itself as JSON Schema and checks values, as those of zod 4 do. */
export type TypedSchema<Value> = {
  toJSONSchema(options: { readonly io: 'input' }): unknown
  safeParse(
    values: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: SchemaIssues }
}

type SchemaIssues = {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]
}

export type TypedValue<Value> = {
  readonly value: Value
  /** For each single value its confidence, evidence and explanation, by its JSON Pointer such as `/lines/0/amount`. */
  readonly fields: Readonly<Record<string, ExtractedField>>
  /** Sentences for people that say what of the document is missing. */
  readonly warnings: readonly string[]
}

/** The document does not say all that the schema requires. */
class ValueDoesNotFit extends Error {
  override readonly name = 'ValueDoesNotFit'
  /** The values of the document, in the shape of the schema. */
  readonly values: unknown
  /** Explains each single value, also the missing ones. */
  readonly fields: TypedValue<unknown>['fields']

  constructor({ values, fields }: ExtractedValues, { issues }: SchemaIssues) {
    const problems = issues.map(({ path, message }) => describeIssue(path, message, fields))
    super(`The document does not fill the schema. ${problems.join(' ')}`)
    this.values = values
    this.fields = fields
  }
}

/** Says why the value is missing, where the server knows it. */
function describeIssue(
  path: readonly PropertyKey[],
  message: string,
  fields: TypedValue<unknown>['fields'],
): string {
  const pointer = path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
  return `${pointer}: ${fields[pointer]?.explanation ?? message}`
}

export function toTypedValue<Value>(
  schema: TypedSchema<Value>,
  result: ExtractedValues,
): TypedValue<Value> {
  const parsed = schema.safeParse(result.values)
  if (!parsed.success) throw new ValueDoesNotFit(result, parsed.error)
  const { fields, warnings } = result
  return { value: parsed.data, fields, warnings }
}
