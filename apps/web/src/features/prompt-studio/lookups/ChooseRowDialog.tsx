import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { useDebounced } from '../../../shared/browser/use-debounced.ts'
import { Loaded, rowsOf } from '../../../shared/layout/Loaded.tsx'
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx'
import { allLookupTables, lookupRows } from '../../lookups/lookups.port.ts'
import { type PromptLookup, useSaveAlias } from '../lookup.queries.ts'

type Props = {
  readonly lookup: PromptLookup
  readonly tableId: string
  readonly value: string
  readonly onClose: () => void
}

type Row = { readonly key: string; readonly cells: readonly string[]; readonly reason?: string }

const searchDelayMs = 300

/** Chooses the row that a value means, which the organization then remembers. */
export function ChooseRowDialog({ lookup, tableId, value, onClose }: Props) {
  const { mutateAsync: save, isPending, error } = useSaveAlias()
  const [search, setSearch] = useState('')
  const settledSearch = useDebounced(search.trim(), searchDelayMs)

  async function remember(rowKey: string | null) {
    try {
      await save({ tableId, value, rowKey })
      onClose()
    } catch {
      // The dialog shows the error.
    }
  }

  return (
    <Modal
      open
      width={800}
      title={`Which row of ${lookup.tableName} is “${value}”?`}
      footer={null}
      onCancel={onClose}
    >
      <p>Your choice is remembered: the same value will mean this row in all projects.</p>
      <Input
        allowClear
        type="search"
        aria-label="Search rows"
        placeholder="Key, name, city or exact value"
        maxLength={255}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {settledSearch === '' ? (
        <Candidates lookup={lookup} tableId={tableId} isBusy={isPending} onChoose={remember} />
      ) : (
        <FoundRows
          search={settledSearch}
          tableId={tableId}
          isBusy={isPending}
          onChoose={remember}
        />
      )}
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={explain(error, 'Failed to remember the row')}
        />
      )}
      <Button loading={isPending} onClick={() => void remember(null)}>
        Not in the table
      </Button>
    </Modal>
  )
}

type RowsProps = {
  readonly tableId: string
  readonly isBusy: boolean
  onChoose(rowKey: string): Promise<void>
}

/** The rows that may be meant, before somebody searches. */
function Candidates({ lookup, ...rest }: RowsProps & { readonly lookup: PromptLookup }) {
  const rows = lookup.candidates.map(
    ({ row_key: key, cells, reason }): Row => ({ key, cells: Object.values(cells), reason }),
  )
  return (
    <RowTable
      {...rest}
      rows={rows}
      emptyText="Search for the row by its key, its name or its city."
    />
  )
}

function FoundRows({ search, ...rest }: RowsProps & { readonly search: string }) {
  const query = useQuery(lookupRows({ id: rest.tableId, page: 1, search }))
  return (
    <Loaded query={rowsOf(query, ({ rows }) => rows)} failureText="Failed to load the rows">
      {(rows) => <RowTable {...rest} rows={rows} emptyText={`No results for “${search}”.`} />}
    </Loaded>
  )
}

/** Number of columns that are shown, so that the dialog stays readable. */
const shownColumns = 4

type RowTableProps = RowsProps & { readonly rows: readonly Row[]; readonly emptyText: string }

function RowTable({ tableId, isBusy, onChoose, rows, emptyText }: RowTableProps) {
  const { data: tables } = useQuery(allLookupTables)
  const names = tables?.find(({ id }) => id === tableId)?.columns.map(({ name }) => name) ?? []
  const columns: Column<Row>[] = [
    ...names.slice(0, shownColumns).map(
      (name, index): Column<Row> => ({
        key: String(index),
        title: name,
        render: ({ cells }) => cells[index] ?? '',
      }),
    ),
    { key: 'reason', title: 'Compared', render: ({ reason }) => reason ?? '' },
    {
      key: 'choose',
      title: 'Choose',
      isTitleHidden: true,
      width: 110,
      align: 'right',
      render: ({ key }) => (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`Choose ${key}`}
          onClick={() => void onChoose(key)}
        >
          Choose
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      label="Rows"
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      emptyText={emptyText}
      maxHeight={360}
    />
  )
}
