import { useState } from 'react'
import { ChooseRowDialog, MatchLine, RowMatchCell } from '../lookups/lookups.port.ts'
import type { ReviewedItem } from './item.ts'
import { lookupRowsOfItem } from './review.queries.ts'
import { withChosenListRow, withChosenRow } from './reviewed-lookups.ts'
import type { Edit } from './use-edits.ts'

type Props = {
  readonly item: ReviewedItem
  readonly field: string
  /** Undefined if the document is only viewed. */
  readonly onChoose: ((field: string, edit: Edit) => void) | undefined
}

/** Shows under a value of a document which row it means, and lets people choose another. */
export function ItemMatch({ item, field, onChoose }: Props) {
  const [isChoosing, setChoosing] = useState(false)
  const match = item.lookups[field]?.match
  if (!match) return null
  const { table: tableName, status, row_key: rowKey, reason, candidates } = match
  const canChoose = onChoose && status !== 'no_table'
  return (
    <>
      <MatchLine
        fieldKey={field}
        tableName={tableName}
        status={status}
        rowKey={rowKey ?? undefined}
        reason={reason}
        refreshFailedAt={match.refresh_failed_at}
        onChoose={canChoose ? () => setChoosing(true) : undefined}
      />
      {isChoosing && canChoose && (
        <ChooseRowDialog
          value={String(item.output[field] ?? '')}
          tableName={tableName}
          candidates={candidates}
          isPending={false}
          isMemoryOptional
          search={(search) => lookupRowsOfItem({ id: item.id, field, search })}
          onChoose={(chosenKey, isRemembered) => {
            setChoosing(false)
            onChoose(field, withChosenRow(field, { rowKey: chosenKey, isRemembered }))
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

type RowProps = Props & {
  /** The stable id of the row, and its place. */
  readonly id: number
  readonly index: number
}

/** Shows which row of the table a row of a list means, and lets people choose another. */
export function ListRowMatch({ item, field, onChoose, id, index }: RowProps) {
  const [isChoosing, setChoosing] = useState(false)
  const match = item.lookups[field]?.match
  const row = match?.rows?.[index]
  if (!match || !row) return null
  const canChoose = onChoose && row.value !== '' && row.status !== 'no_table'
  return (
    <>
      <RowMatchCell
        name={`row ${index + 1} of ${field}`}
        status={row.status}
        rowKey={row.row_key ?? undefined}
        reason={row.reason}
        onChoose={canChoose ? () => setChoosing(true) : undefined}
      />
      {isChoosing && canChoose && (
        <ChooseRowDialog
          value={row.value}
          tableName={match.table}
          candidates={row.candidates}
          isPending={false}
          isMemoryOptional
          search={(search) => lookupRowsOfItem({ id: item.id, field, search })}
          onChoose={(rowKey, isRemembered) => {
            setChoosing(false)
            onChoose(field, withChosenListRow({ field, id, rowKey, isRemembered }))
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
