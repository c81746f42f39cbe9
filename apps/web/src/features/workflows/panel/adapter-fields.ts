import type { AdapterType } from '@recto/contract/adapters/adapters'
import type { FormValues } from '../../../shared/form/schema-form/SchemaForm.tsx'

type Schema = { readonly [key: string]: unknown }

/** A setting with the name of an adapter, whose id is stored in another setting. */
export type AdapterField = {
  readonly name: string
  readonly type: AdapterType
  readonly idKey: string
  /** Whether it is optional; the default is the adapter that the tool came with. */
  readonly isFree: boolean
}

const propertiesOf = ({ properties }: Schema) => Object.entries((properties ?? {}) as Schema)

export function adapterFieldsOf(schema: Schema): readonly AdapterField[] {
  return propertiesOf(schema)
    .map(([name, property]) => {
      const { adapterType, adapterIdKey, enum: choices } = property as Schema
      if (typeof adapterType !== 'string' || typeof adapterIdKey !== 'string') return undefined
      const isFree = !Array.isArray(choices) || choices.includes('')
      return { name, type: adapterType as AdapterType, idKey: adapterIdKey, isFree }
    })
    .filter((value) => value !== undefined)
}

/** Returns the names of settings that are lists of texts. */
export function textListsOf(schema: Schema): readonly string[] {
  return propertiesOf(schema)
    .map(([name, property]) => {
      const { type, items } = property as Schema
      const isList = type === 'array' && (items as Schema | undefined)?.type === 'string'
      return isList ? name : undefined
    })
    .filter((value) => value !== undefined)
}

/** Makes settings optional if they default to the tool's adapter. */
export function withFreeAdapters(schema: Schema): Schema {
  const free = new Set(
    adapterFieldsOf(schema)
      .filter((field) => field.isFree)
      .map((field) => field.name),
  )
  const required = Array.isArray(schema.required) ? schema.required : []
  return { ...schema, required: required.filter((name) => !free.has(name)) }
}

/**
 * Converts the settings of a step to form values: the form uses an adapter's id instead of its
 * name.
 */
export function toForm(metadata: FormValues, schema: Schema): FormValues {
  const propertyEntries = propertiesOf(schema).map(([name]) => [name, metadata[name]] as const)
  const idEntries = adapterFieldsOf(schema).map(
    ({ name, idKey }) => [name, metadata[idKey]] as const,
  )
  const filledEntries = [...propertyEntries, ...idEntries].filter(
    ([, value]) => value !== undefined && value !== '',
  )
  return Object.fromEntries(filledEntries)
}

/** Converts form values back. Other metadata of the step is retained. */
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
