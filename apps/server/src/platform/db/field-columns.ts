import {
  type Field,
  type Fields,
  type FieldValues,
  type GoingFields,
  pickWay,
  type SnakeCase,
  toSnakeCase,
  type WayName,
  type WayValues,
  type WireValues,
  wayNameOf,
  wireNameOf,
} from '@recto/contract/wire/fields'
import type { ColumnType } from 'kysely'
import { z } from 'zod'
import { toStorableJson } from './sql-text.ts'

type ColumnName<F extends Fields, Name extends keyof F> = F[Name] extends {
  readonly isDerived: true
}
  ? never
  : SnakeCase<Name>

type StoredValue<F extends Fields, Name extends keyof F & string> = FieldValues<F>[Name]

/** The columns of the fields of a noun. */
export type FieldColumns<F extends Fields> = {
  [Name in keyof F & string as ColumnName<F, Name>]: ColumnType<
    StoredValue<F, Name>,
    F[Name] extends { readonly default: unknown }
      ? StoredValue<F, Name> | undefined
      : StoredValue<F, Name>,
    StoredValue<F, Name>
  >
}

type FieldRow<F extends Fields> = {
  readonly [Name in keyof F & string as ColumnName<F, Name>]: StoredValue<F, Name>
}

/** The values that a row has of the fields, by our names. */
export const takeFields = <F extends Fields>(fields: F, row: FieldRow<F>) =>
  takeColumns(fields, row, (name) => name) as FieldValues<F>

/** The values that a row has of the fields, by their names on the wire. */
export const presentFields = <F extends Fields>(fields: F, row: FieldRow<F>) =>
  takeColumns(fields, row, (name) => wireNameOf(name, fields[name] ?? {})) as WireValues<F>

/** The values that a row has of the fields that the audit log shows, by the names of their columns. */
export const auditFields = <F extends Fields>(fields: F, row: FieldRow<GoingFields<F, 'audit'>>) =>
  takeColumns(pickWay<Fields, string>(fields, 'audit'), row, toSnakeCase)

/** The values that a row has of the fields that go a way, by their names where it ends. */
export const presentWay = <F extends Fields, W extends WayName<F>>(
  fields: F,
  way: W,
  row: FieldRow<GoingFields<F, W>>,
) =>
  takeColumns(pickWay(fields, way), row, (name) =>
    wayNameOf(name, fields[name] as Field, way),
  ) as WayValues<F, W>

function takeColumns(fields: Fields, row: object, toKey: (name: string) => string): object {
  const columns = new Map(Object.entries(row))
  const storedFields = Object.entries(fields).filter(([, { isDerived }]) => !isDerived)
  return Object.fromEntries(
    storedFields.map(([name]) => [toKey(name), columns.get(toSnakeCase(name))]),
  )
}

/** Writes the values that are lists or objects as JSON, which is what their columns hold. */
export function encodeFields<Values extends object>(fields: Fields, values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const schema = fields[name]?.schema
    const isJson = schema && value !== null && value !== undefined && isStructured(schema)
    return [name, isJson ? toStorableJson(value) : value]
  })
  return Object.fromEntries(entries) as Values
}

const structuredTypes = ['array', 'lazy', 'object', 'record']

function isStructured(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodNullable) return isStructured(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return isStructured(schema.out as z.ZodType)
  return structuredTypes.includes(schema.def.type)
}
