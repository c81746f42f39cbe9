import type { JsonSchema } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { adapterName } from './fields.ts'

type Fields = Readonly<Record<string, z.ZodType>>

/** The settings of a provider, told once: `shape` reads them, and `schema` draws their form. */
export type SettingsForm<Shape extends z.ZodType = z.ZodType> = {
  readonly shape: Shape
  readonly schema: JsonSchema
}

type Form<F extends Fields, W extends Fields> = {
  readonly title: string
  readonly description?: string
  /** What the form proposes to call the adapter. */
  readonly adapterName?: string
  /** In the order of the form. */
  readonly fields: F
  /** Fields that the form needs although they have a default. */
  readonly alsoRequired?: readonly (keyof F & string)[]
  /** Fields that appear, and are needed, only while another has that value. */
  readonly when?: {
    readonly key: keyof F & string
    readonly is: string | boolean
    readonly fields: W
  }
}

/**
 * The settings of a provider from the fields of its form, made with `fields.ts`. A field without
 * default is needed unless it is optional. What has no field is kept by whoever stores it.
 */
export function defineSettings<F extends Fields, W extends Fields = Record<never, never>>(
  form: Form<F, W>,
): SettingsForm<z.ZodObject<F & W>> {
  const { title, description, fields, alsoRequired = [], when } = form
  const { properties, required } = drawn({ adapter_name: adapterName(form.adapterName), ...fields })
  const isRequired = (key: string) =>
    key === 'adapter_name' || required.includes(key) || alsoRequired.includes(key)
  return {
    shape: z.object({ ...fields, ...when?.fields }) as unknown as z.ZodObject<F & W>,
    schema: {
      type: 'object',
      title,
      ...(description !== undefined && { description }),
      required: Object.keys(properties).filter(isRequired),
      properties,
      ...(when && { allOf: [drawnWhen(when)] }),
    },
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

function drawnWhen({ key, is, fields }: NonNullable<Form<Fields, Fields>['when']>): JsonSchema {
  const { properties } = drawn(fields)
  const isSo = { properties: { [key]: { const: is } }, required: [key] }
  return Object.fromEntries([
    ['if', isSo],
    ['then', { properties, required: Object.keys(properties) }],
  ])
}
