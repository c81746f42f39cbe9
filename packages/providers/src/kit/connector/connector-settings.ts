import type { JsonSchema } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { conditionalSchema, type SettingsForm } from '../define-settings.ts'
import { text, unread } from '../fields.ts'

type Fields = Readonly<Record<string, z.ZodType>>

type Form<F extends Fields> = {
  readonly title: string
  /** Connector name that the form suggests. */
  readonly connectorName: string
  /** Fields in the order of the form. */
  readonly fields: F
  /** Fields that the form needs although they have a default. */
  readonly alsoRequired?: readonly (keyof F & string)[]
}

/** Builds the settings of a connector from its form fields. A field without a default is required unless it is optional. */
export function connectorSettings<F extends Fields>(form: Form<F>): SettingsForm<z.ZodObject<F>> {
  const shape = z.object(form.fields) as unknown as z.ZodObject<F>
  return { shape, schema: schemaOf(form as unknown as Form<Fields>) }
}

type Alternatives<F extends Fields> = Form<F> & {
  /** Groups of fields, of which a person fills in one. `shape` reads them together, all optional. */
  readonly oneOf: readonly { readonly title: string; readonly fields: Fields }[]
  readonly shape: z.ZodType
}

/** Like `connectorSettings`, with a choice between groups of fields. */
export function alternativeSettings<S extends z.ZodType>(
  form: Omit<Alternatives<Fields>, 'shape'> & { readonly shape: S },
): SettingsForm<S> {
  const oneOf = form.oneOf.map(({ title, fields }) => ({ title, ...schemaOfFields(fields) }))
  return { shape: form.shape, schema: { ...schemaOf(form), oneOf } }
}

type Conditional = Form<Fields> & {
  /** Fields that are shown while another field has that value. `shape` reads them together, all optional. */
  readonly when: { readonly key: string; readonly is: string; readonly fields: Fields }
  readonly shape: z.ZodType
}

/** Like `connectorSettings`, with fields that depend on another field. */
export function conditionalSettings<S extends z.ZodType>(
  form: Omit<Conditional, 'shape'> & { readonly shape: S },
): SettingsForm<S> {
  const { when: condition, shape } = form
  return {
    shape,
    schema: {
      ...schemaOf(form),
      allOf: [conditionalSchema(condition, schemaOfFields(condition.fields))],
    },
  }
}

function schemaOf({ title, connectorName, fields, alsoRequired = [] }: Form<Fields>): JsonSchema {
  const { properties, required } = schemaOfFields({
    connectorName: nameField(connectorName),
    ...fields,
  })
  const isRequired = (key: string) =>
    key === 'connectorName' || required.includes(key) || alsoRequired.includes(key)
  return {
    type: 'object',
    title,
    required: Object.keys(properties).filter(isRequired),
    properties,
  }
}

function schemaOfFields(fields: Fields): {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
} {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(fields), { io: 'input' })
  return { properties, required }
}

const nameField = (prefill: string) =>
  unread(
    text({
      title: 'Name of the connector',
      prefill,
      description: 'The name of this connector in lists. It must be unique.',
    }),
  )
