import type { Insertable, Updateable } from 'kysely'
import type { Tables } from './database.ts'

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name & string

type Snake<Name> = Name extends `${infer Sign}${infer Tail}`
  ? `${Sign extends Lowercase<Sign> ? Sign : `_${Lowercase<Sign>}`}${Snake<Tail>}`
  : Name & string

type InCamel<Row> = {
  readonly [Column in keyof Row as Camel<Column>]: object extends Pick<Row, Column>
    ? Row[Column] | undefined
    : Row[Column]
}
type InSnake<Row> = { readonly [Field in keyof Row as Snake<Field>]: Row[Field] }

/** What a use case says of a new row of the tenant's: its columns, named as code names things. */
export type NewFields<Table extends keyof Tables> = InCamel<
  Omit<Insertable<Tables[Table]>, 'organization_id'>
>

/** What a use case changes in a row; what is `undefined` stays as it is. */
export type FieldChanges<Table extends keyof Tables> = InCamel<
  Omit<Updateable<Tables[Table]>, 'id' | 'organization_id'>
>

/** The columns of the fields; those that are `undefined` are left out. */
export function columnsOf<Fields extends object>(fields: Fields): InSnake<Fields> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [snakeOf(name), value])) as InSnake<Fields>
}

const snakeOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
