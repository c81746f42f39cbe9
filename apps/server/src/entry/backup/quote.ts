import type { Table } from './manifest.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${quote(schema)}.${quote(name)}`

export const columnsOf = ({ columns }: Table) => columns.map(quote).join(', ')
