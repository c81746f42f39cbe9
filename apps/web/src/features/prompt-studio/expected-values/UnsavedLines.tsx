import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import type { UnsavedLine } from '../truth-file.queries.ts'

const columns: readonly Column<UnsavedLine>[] = [
  { key: 'line', title: 'Line', width: 64, align: 'right', render: ({ line }) => line },
  { key: 'document', title: 'Document', render: ({ document }) => document || '–' },
  { key: 'field', title: 'Field', render: ({ field }) => field || '–' },
  { key: 'reason', title: 'Reason', render: ({ reason }) => reason },
]

type Props = {
  readonly label: string
  readonly lines: readonly UnsavedLine[]
  readonly count: number
}

/** Lists the lines of a file that were not saved. */
export function UnsavedLines({ label, lines, count }: Props) {
  if (lines.length === 0) return null
  return (
    <>
      <h4>{label}</h4>
      <DataTable
        label={label}
        columns={columns}
        rows={lines}
        keyOf={({ line, document, field }) => `${line}/${document}/${field}`}
        emptyText="No lines"
        maxHeight={200}
      />
      {count > lines.length && (
        <p className="faint">{count - lines.length} more lines are not listed.</p>
      )}
    </>
  )
}
