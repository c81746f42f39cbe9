import { exactTime, relativeTime } from '../browser/time.ts'
import { type OwnerOfRow, useOwnerName } from '../session/use-owner-name.ts'
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

/** Returns the column with the owner of a row, from the view of the user. */
export function useOwnerColumn<Row extends OwnerOfRow>(width: string): Column<Row> {
  const owner = useOwnerName()
  return { key: 'owner', title: 'Owner', width, sortBy: owner, render: owner }
}
