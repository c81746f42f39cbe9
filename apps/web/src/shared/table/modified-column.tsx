import { exactTime, relativeTime } from '../browser/time.ts'
import type { Column } from './DataTable.tsx'

/** The column with the time at which a row was last changed. */
export const modifiedColumn = <Row extends { readonly modifiedAt: string }>(): Column<Row> => ({
  key: 'modified',
  title: 'Last modified',
  width: 140,
  sortBy: ({ modifiedAt }) => modifiedAt,
  render: ({ modifiedAt }) => (
    <time dateTime={modifiedAt} title={exactTime(modifiedAt)}>
      {relativeTime(modifiedAt)}
    </time>
  ),
})
