import { type SnakeCase, toSnakeCase } from '@recto/contract/wire/fields'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from './database.ts'

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name & string

type CamelCaseRow<Row> = {
  readonly [Column in keyof Row as CamelCase<Column>]: object extends Pick<Row, Column>
    ? Row[Column] | undefined
    : Row[Column]
}
type SnakeCaseRow<Row> = { readonly [Field in keyof Row as SnakeCase<Field>]: Row[Field] }

/** The fields of a new row, in camel case and without the organization. */
export type NewFields<Table extends keyof Tables> = CamelCaseRow<
  Omit<Insertable<Tables[Table]>, 'organization_id'>
>

/** Changes to a row; `undefined` leaves a field unchanged. */
export type FieldChanges<Table extends keyof Tables> = CamelCaseRow<
  Omit<Updateable<Tables[Table]>, 'id' | 'organization_id'>
>

/** Converts fields to columns, omitting those that are `undefined`. */
export function toColumns<Fields extends object>(fields: Fields): SnakeCaseRow<Fields> {
  const definedEntries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    definedEntries.map(([name, value]) => [toSnakeCase(name), value]),
  ) as SnakeCaseRow<Fields>
}
