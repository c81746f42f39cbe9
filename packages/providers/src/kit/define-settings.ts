import { omitUndefined } from '@recto/omit-undefined'
import type { JsonSchema } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { adapterName } from './fields.ts'

type Fields = Readonly<Record<string, z.ZodType>>

/** The settings of a provider: `shape` parses them, and `schema` describes their form. */
export type SettingsForm<Shape extends z.ZodType = z.ZodType> = {
  readonly shape: Shape
  readonly schema: JsonSchema
}

/** Fields that are shown and required only while another field has a value. */
type FieldCondition = {
  readonly key: string
  /** Required value of the field; for a list, one of its values. */
  readonly is: string | boolean | readonly string[]
  readonly fields: Fields
}

/** The fields of all conditions together. */
type FieldsOf<W extends FieldCondition> = (
  W extends FieldCondition
    ? (fields: W['fields']) => void
    : never
) extends (all: infer All) => void
  ? All
  : never

type NoCondition = Omit<FieldCondition, 'fields'> & { readonly fields: Record<never, never> }

type Form<F extends Fields, W extends FieldCondition> = {
  readonly title: string
  readonly description?: string
  /** Adapter name that the form suggests. */
  readonly adapterName?: string
  /** Fields in the order of the form. */
  readonly fields: F
  /** Fields that the form needs although they have a default. */
  readonly alsoRequired?: readonly (keyof F & string)[]
  readonly when?: W | readonly W[]
}

/**
 * Builds the settings of a provider from its form fields, which are made with `fields.ts`. A field
 * without a default is required unless it is optional. Stored settings without a field are preserved.
 */
export function defineSettings<F extends Fields, W extends FieldCondition = NoCondition>(
  form: Form<F, W>,
): SettingsForm<z.ZodObject<F & FieldsOf<W>>> {
  const { title, description, fields, alsoRequired = [] } = form
  const conditions: readonly FieldCondition[] = [form.when ?? []].flat()
  const { properties, required } = schemaOfFields({
    adapter_name: adapterName(form.adapterName),
    ...fields,
  })
  const isRequired = (key: string) =>
    key === 'adapter_name' || required.includes(key) || alsoRequired.includes(key)
  return {
    shape: z.object(
      Object.assign({}, fields, ...conditions.map((condition) => condition.fields)),
    ) as unknown as z.ZodObject<F & FieldsOf<W>>,
    schema: omitUndefined({
      type: 'object',
      title,
      description,
      required: Object.keys(properties).filter(isRequired),
      properties,
      allOf: conditions.length > 0 ? conditions.map(schemaOfCondition) : undefined,
    }),
  }
}

function schemaOfFields(fields: Fields): {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
} {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(fields), {
    io: 'input',
    override: ({ jsonSchema }) => drawAsNumber(jsonSchema),
  })
  return { properties, required }
}

/** Existing clients expect `multipleOf: 1` and the type `number` for whole numbers. */
function drawAsNumber(field: z.core.JSONSchema.BaseSchema): void {
  if (field.type !== 'integer') return
  field.type = 'number'
  if (field.maximum === Number.MAX_SAFE_INTEGER) delete field.maximum
}

function schemaOfCondition({ key, is: expectedValue, fields }: FieldCondition): JsonSchema {
  const { properties } = schemaOfFields(fields)
  return conditionalSchema(
    { key, is: expectedValue },
    { properties, required: Object.keys(properties) },
  )
}

/** Returns the schema that is added to a form while a field has that value. */
export function conditionalSchema(
  { key, is: expectedValue }: Omit<FieldCondition, 'fields'>,
  addition: JsonSchema,
): JsonSchema {
  const value =
    typeof expectedValue === 'object' ? { enum: expectedValue } : { const: expectedValue }
  const condition = { properties: { [key]: value }, required: [key] }
  return Object.fromEntries([
    ['if', condition],
    ['then', addition],
  ])
}
