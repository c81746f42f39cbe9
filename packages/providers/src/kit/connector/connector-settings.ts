import type { JsonSchema } from '@recto/provider-spec/provider'
import { z } from 'zod'
import { drawnIf, type SettingsForm } from '../define-settings.ts'
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

/** The settings of a connector's provider from the fields of its form. A field without default is needed unless it is optional. */
export function connectorSettings<F extends Fields>(form: Form<F>): SettingsForm<z.ZodObject<F>> {
  const shape = z.object(form.fields) as unknown as z.ZodObject<F>
  return { shape, schema: schemaOf(form as unknown as Form<Fields>) }
}

type Alternatives<F extends Fields> = Form<F> & {
  /** One of which is filled in; the fields of all are optional to `shape`, which reads them together. */
  readonly oneOf: readonly { readonly title: string; readonly fields: Fields }[]
  readonly shape: z.ZodType
}

/** The same with a choice of which fields to fill in. */
export function alternativeSettings<S extends z.ZodType>(
  form: Omit<Alternatives<Fields>, 'shape'> & { readonly shape: S },
): SettingsForm<S> {
  const oneOf = form.oneOf.map(({ title, fields }) => ({ title, ...drawn(fields) }))
  return { shape: form.shape, schema: { ...schemaOf(form), oneOf } }
}

type Conditional = Form<Fields> & {
  /** Fields that are shown while another one has that value; all are optional to `shape`, which reads them together. */
  readonly when: { readonly key: string; readonly is: string; readonly fields: Fields }
  readonly shape: z.ZodType
}

/** The same with fields that depend on another one. */
export function conditionalSettings<S extends z.ZodType>(
  form: Omit<Conditional, 'shape'> & { readonly shape: S },
): SettingsForm<S> {
  const { when, shape } = form
  return { shape, schema: { ...schemaOf(form), allOf: [drawnIf(when, drawn(when.fields))] } }
}

function schemaOf({ title, connectorName, fields, alsoRequired = [] }: Form<Fields>): JsonSchema {
  const { properties, required } = drawn({ connectorName: nameField(connectorName), ...fields })
  const isRequired = (key: string) =>
    key === 'connectorName' || required.includes(key) || alsoRequired.includes(key)
  return {
    type: 'object',
    title,
    required: Object.keys(properties).filter(isRequired),
    properties,
  }
}

function drawn(fields: Fields): {
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
      description: 'How this connector is called in lists. Choose a name that is not yet in use.',
    }),
  )
