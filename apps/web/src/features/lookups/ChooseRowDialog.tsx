import type { LookupCandidate } from '@recto/contract/lookups/lookup-matches'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import type { readAs } from '../../shared/api/requests.ts'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { Loaded } from '../../shared/layout/Loaded.tsx'
import './match-line.css'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'

type FoundRow = { readonly key: string; readonly cells: readonly string[] }

/** Rows that a search finds. */
type RowSearchResult = {
  /** The names of the columns; absent if `columns` of the dialog states them. */
  readonly columns?: readonly string[]
  readonly rows: readonly FoundRow[]
}

type SearchQuery = ReturnType<typeof readAs<never, RowSearchResult>>

type Props = {
  readonly value: string
  readonly tableName: string
  /** The names of the columns, if the search does not state them. */
  readonly columns?: readonly string[]
  /** The rows that may be meant. */
  readonly candidates: readonly LookupCandidate[]
  readonly isPending: boolean
  /** Says why the last change failed; undefined if it did not. */
  readonly failureText?: string | undefined
  /** Whether the person decides if the choice is remembered; otherwise it always is. */
  readonly isMemoryOptional: boolean
  /** Returns the query that searches the rows. */
  search(text: string): SearchQuery
  /** With null, the value is not in the table. */
  onChoose(rowKey: string | null, isRemembered: boolean): void
  /** Deletes the remembered row; absent if none is remembered. */
  readonly onForget?: (() => void) | undefined
  onClose(): void
}

type Row = FoundRow & { readonly reason?: string }

const searchDelayMs = 300

/** Chooses the row that a value means. */
export function ChooseRowDialog({ value, tableName, candidates, columns = [], ...props }: Props) {
  const { isPending, failureText, isMemoryOptional, onChoose, onForget, onClose } = props
  const [text, setText] = useState('')
  const [isRemembered, setRemembered] = useState(!isMemoryOptional)
  const settledText = useDebounced(text.trim(), searchDelayMs)
  const choose = (rowKey: string | null) => onChoose(rowKey, isRemembered)

  return (
    <Modal
      open
      width={800}
      title={`Which row of ${tableName} is “${value}”?`}
      footer={null}
      onCancel={onClose}
    >
      <div className="choose-row">
        {isMemoryOptional ? (
          <Checkbox checked={isRemembered} onChange={({ target }) => setRemembered(target.checked)}>
            Remember this: the same value will mean this row in all projects
          </Checkbox>
        ) : (
          <p className="choose-row-note">
            Your choice is remembered: the same value will mean this row in all projects.
          </p>
        )}
        <Input
          allowClear
          type="search"
          aria-label="Search rows"
          placeholder="Key, name, city or exact value"
          maxLength={255}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {settledText === '' ? (
          <Candidates candidates={candidates} isBusy={isPending} onChoose={choose} />
        ) : (
          <SearchedRows
            query={props.search(settledText)}
            text={settledText}
            columns={columns}
            isBusy={isPending}
            onChoose={choose}
          />
        )}
        {failureText && <Alert type="error" showIcon role="alert" title={failureText} />}
        <div className="choose-row-none">
          <Button loading={isPending} onClick={() => choose(null)}>
            Not in the table
          </Button>
          {onForget && (
            <Button disabled={isPending} onClick={onForget}>
              Forget the remembered row
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}

type RowsProps = {
  readonly isBusy: boolean
  onChoose(rowKey: string): void
}

type CandidatesProps = RowsProps & Pick<Props, 'candidates'>

/** The rows that may be meant, before somebody searches. */
function Candidates({ candidates, ...rest }: CandidatesProps) {
  const rows = candidates.map(
    ({ row_key: key, cells, reason }): Row => ({ key, cells: Object.values(cells), reason }),
  )
  const [first] = candidates
  return (
    <RowTable
      {...rest}
      columns={first ? Object.keys(first.cells) : []}
      rows={rows}
      emptyText="Search for the row by its key, its name or its city."
    />
  )
}

type SearchedRowsProps = RowsProps & {
  readonly query: SearchQuery
  readonly text: string
  readonly columns: readonly string[]
}

function SearchedRows({ query, text, columns, ...rest }: SearchedRowsProps) {
  return (
    <Loaded<RowSearchResult> query={useQuery(query)} failureText="Failed to load the rows">
      {(result) => (
        <RowTable
          {...rest}
          columns={result.columns ?? columns}
          rows={result.rows}
          emptyText={`No results for “${text}”.`}
        />
      )}
    </Loaded>
  )
}

/** Number of columns that are shown, so that the dialog stays readable. */
const shownColumns = 4

type RowTableProps = RowsProps & {
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
  readonly emptyText: string
}

function RowTable({ columns: names, isBusy, onChoose, rows, emptyText }: RowTableProps) {
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
          onClick={() => onChoose(key)}
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
