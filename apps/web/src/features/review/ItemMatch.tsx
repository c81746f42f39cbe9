import { useState } from 'react'
import { ChooseRowDialog, MatchLine } from '../lookups/lookups.port.ts'
import type { ChosenRow, ReviewedItem } from './item.ts'
import { lookupRowsOfItem } from './review.queries.ts'

type Props = {
  readonly item: ReviewedItem
  readonly field: string
  /** Undefined if the document is only viewed. */
  readonly onChoose: ((field: string, chosenRow: ChosenRow) => void) | undefined
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
        onChoose={canChoose ? () => setChoosing(true) : undefined}
      />
      {isChoosing && canChoose && (
        <ChooseRowDialog
          value={String(item.output[field] ?? '')}
          tableName={tableName}
          candidates={candidates}
          isPending={false}
          error={undefined}
          isMemoryOptional
          search={(search) => lookupRowsOfItem({ id: item.id, field, search })}
          onChoose={(chosenKey, isRemembered) => {
            setChoosing(false)
            onChoose(field, { rowKey: chosenKey, isRemembered })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
