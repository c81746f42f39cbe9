import type { RowMatch } from '@recto/contract/lookups/lookup-matches'
import { lazy, Suspense, useState } from 'react'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { RowMatchCell } from '../../lookups/lookups.port.ts'
import type { PromptLookup } from '../lookup.queries.ts'
import type { Prompt } from '../prompt.ts'

const RememberRowDialog = lazy(async () => ({
  default: (await import('./RememberRowDialog.tsx')).RememberRowDialog,
}))

type Props = {
  readonly prompt: Prompt
  readonly lookup: PromptLookup
  readonly rows: readonly RowMatch[]
}

type Row = RowMatch & { readonly index: number }

/** Height from which the rows of a long list scroll. */
const maxHeight = 240

/** Shows which row of the lookup table each row of a list means. */
export function RowMatches({ prompt, lookup, rows }: Props) {
  const [chosenRow, setChosenRow] = useState<Row>()
  const { tableId } = lookup
  const addedColumns = Object.keys(rows[0]?.columns ?? {})
  const columns: Column<Row>[] = [
    { key: '#', title: '#', width: 48, render: ({ index }) => index + 1 },
    { key: 'value', title: 'Compared', render: ({ value }) => value },
    {
      key: 'match',
      title: 'Match',
      width: 168,
      render: (row) => (
        <RowMatchCell
          name={`row ${row.index + 1} of ${prompt.key}`}
          status={row.status}
          rowKey={row.row_key ?? undefined}
          reason={row.reason}
          onChoose={tableId === undefined || row.value === '' ? undefined : () => setChosenRow(row)}
        />
      ),
    },
    ...addedColumns.map(
      (name): Column<Row> => ({
        key: `added ${name}`,
        title: name,
        render: ({ columns: texts }) => texts[name] ?? '',
      }),
    ),
  ]
  return (
    <>
      <DataTable
        label={`Matches of the rows of ${prompt.key}`}
        columns={columns}
        rows={rows.map((row, index) => ({ ...row, index }))}
        keyOf={({ index }) => String(index)}
        emptyText="No rows"
        maxHeight={maxHeight}
      />
      <Suspense>
        {chosenRow && tableId !== undefined && (
          <RememberRowDialog
            lookup={{
              tableName: lookup.tableName,
              candidates: chosenRow.candidates,
              isRemembered: chosenRow.by === 'alias',
            }}
            tableId={tableId}
            value={chosenRow.value}
            onClose={() => setChosenRow(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
