import { omitUndefined } from '@recto/omit-undefined'
import type { JsonSchema } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { adapterName } from './fields.ts'

type Fields = Readonly<Record<string, z.ZodType>>

/** The settings of a provider, told once: `shape` reads them, and `schema` draws their form. */
export type SettingsForm<Shape extends z.ZodType = z.ZodType> = {
  readonly shape: Shape
  readonly schema: JsonSchema
}

/** Fields that appear, and are needed, only while another has that value. */
type When = {
  readonly key: string
  /** Required value of the field; for a list, one of its values. */
  readonly is: string | boolean | readonly string[]
  readonly fields: Fields
}

/** The fields of all conditions together. */
type FieldsOf<W extends When> = (W extends When ? (fields: W['fields']) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type NoCondition = Omit<When, 'fields'> & { readonly fields: Record<never, never> }

type Form<F extends Fields, W extends When> = {
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
 * The settings of a provider from the fields of its form, made with `fields.ts`. A field without
 * default is needed unless it is optional. What has no field is kept by whoever stores it.
 */
export function defineSettings<F extends Fields, W extends When = NoCondition>(
  form: Form<F, W>,
): SettingsForm<z.ZodObject<F & FieldsOf<W>>> {
  const { title, description, fields, alsoRequired = [] } = form
  const conditions: readonly When[] = [form.when ?? []].flat()
  const { properties, required } = drawn({ adapter_name: adapterName(form.adapterName), ...fields })
  const isRequired = (key: string) =>
    key === 'adapter_name' || required.includes(key) || alsoRequired.includes(key)
  return {
    shape: z.object(
      Object.assign({}, fields, ...conditions.map((when) => when.fields)),
    ) as unknown as z.ZodObject<F & FieldsOf<W>>,
    schema: omitUndefined({
      type: 'object',
      title,
      description,
      required: Object.keys(properties).filter(isRequired),
      properties,
      allOf: conditions.length > 0 ? conditions.map(drawnWhen) : undefined,
    }),
  }
}

function drawn(fields: Fields): {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
} {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(fields), {
    io: 'input',
    override: ({ jsonSchema }) => drawAsNumber(jsonSchema),
  })
  return { properties, required }
}

/** Existing clients know `multipleOf: 1`, which whole numbers have beside their type. */
function drawAsNumber(field: z.core.JSONSchema.BaseSchema): void {
  if (field.type !== 'integer') return
  field.type = 'number'
  if (field.maximum === Number.MAX_SAFE_INTEGER) delete field.maximum
}

function drawnWhen({ key, is, fields }: When): JsonSchema {
  const { properties } = drawn(fields)
  return drawnIf({ key, is }, { properties, required: Object.keys(properties) })
}

/** Returns the schema that is added to a form while a field has that value. */
export function drawnIf({ key, is }: Omit<When, 'fields'>, added: JsonSchema): JsonSchema {
  const value = typeof is === 'object' ? { enum: is } : { const: is }
  const isSo = { properties: { [key]: value }, required: [key] }
  return Object.fromEntries([
    ['if', isSo],
    ['then', added],
  ])
}
