import type { AdapterType } from '@recto/contract/adapters'
import type { FormValues } from '../../../shared/form/schema-form/SchemaForm.tsx'

type Schema = { readonly [key: string]: unknown }

/** A setting that names an adapter; its id is kept beside its name. */
export type AdapterField = {
  readonly name: string
  readonly type: AdapterType
  readonly idKey: string
  /** Whether none has to be chosen: it is then the one that the tool came with. */
  readonly isFree: boolean
}

const propertiesOf = ({ properties }: Schema) => Object.entries((properties ?? {}) as Schema)

export function adapterFieldsOf(schema: Schema): readonly AdapterField[] {
  return propertiesOf(schema).flatMap(([name, property]) => {
    const { adapterType, adapterIdKey, enum: choices } = property as Schema
    if (typeof adapterType !== 'string' || typeof adapterIdKey !== 'string') return []
    const isFree = !Array.isArray(choices) || choices.includes('')
    return [{ name, type: adapterType as AdapterType, idKey: adapterIdKey, isFree }]
  })
}

/** Settings that are any number of texts. */
export function textListsOf(schema: Schema): readonly string[] {
  return propertiesOf(schema).flatMap(([name, property]) => {
    const { type, items } = property as Schema
    const isList = type === 'array' && (items as Schema | undefined)?.type === 'string'
    return isList ? [name] : []
  })
}

/** What may be left to the tool need not be chosen. */
export function withFreeAdapters(schema: Schema): Schema {
  const free = new Set(adapterFieldsOf(schema).flatMap((it) => (it.isFree ? [it.name] : [])))
  const required = Array.isArray(schema.required) ? schema.required : []
  return { ...schema, required: required.filter((name) => !free.has(name)) }
}

/** The form holds an adapter's id where the step holds its name. */
export function toForm(metadata: FormValues, schema: Schema): FormValues {
  const known = propertiesOf(schema).map(([name]) => [name, metadata[name]] as const)
  const ids = adapterFieldsOf(schema).map(({ name, idKey }) => [name, metadata[idKey]] as const)
  const given = [...known, ...ids].filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(given)
}

/** Back from the form. What the step holds beside its settings stays. */
export function toMetadata(
  values: FormValues,
  {
    metadata,
    schema,
    nameOf,
  }: {
    readonly metadata: FormValues
    readonly schema: Schema
    readonly nameOf: (adapterId: string) => string
  },
): FormValues {
  const adapters = adapterFieldsOf(schema).flatMap(({ name, idKey }) => {
    const id = typeof values[name] === 'string' ? values[name] : ''
    return [
      [name, id && nameOf(id)],
      [idKey, id],
    ] as const
  })
  return { ...metadata, ...values, ...Object.fromEntries(adapters) }
}
