import { Button } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { ItemPages } from './ItemPages.tsx'
import {
  columnsIn,
  type Output,
  type ReviewedItem,
  type ReviewedValue,
  typedAs,
  valuesOf,
  withoutRow,
  withValue,
} from './reviewed-item.ts'
import { AddRowDialog, EditDialog } from './ValueDialogs.tsx'
import { ValueList } from './ValueList.tsx'

type Props = {
  readonly item: ReviewedItem
  /** Absent where an approved document is only looked at. */
  readonly onSave: ((item: ReviewedItem) => void) | undefined
}

/** A document beside its values, both ways linked. */
export function ItemDesk({ item, onSave }: Props) {
  const { hint } = useAlerts()
  const [shown, setShown] = useState<string>()
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [past, setPast] = useState<readonly ReviewedItem[]>([])
  const [edited, setEdited] = useState<ReviewedValue>()
  const [isLookedBack, setLookedBack] = useState(false)
  const [grown, setGrown] = useState<string>()
  const values = valuesOf(item)

  const change = (next: ReviewedItem) => {
    setPast([...past, item])
    onSave?.(next)
  }
  const set = (output: Output) => change({ ...item, output })
  const accept = (key: string) => setAccepted(new Set([...accepted, key]))
  const undo = () => {
    const last = past.at(-1)
    if (!last) return
    setPast(past.slice(0, -1))
    onSave?.(last)
  }

  return (
    <div className="review-desk">
      <div className="review-name">
        <strong>{item.fileName}</strong>
        <Button type="link" onClick={() => setLookedBack(true)}>
          Changes
        </Button>
      </div>
      <ItemPages item={item} values={values} shown={shown} onPick={setShown} />
      <ValueList
        item={item}
        values={values}
        accepted={accepted}
        shown={shown}
        isViewOnly={!onSave}
        onShow={setShown}
        onAccept={accept}
        onEdit={(value) => (onSave ? setEdited(value) : hint('View only mode'))}
        onUndo={undo}
        onAddRow={setGrown}
        onDeleteRow={(field, row) => change(withoutRow(item, field, row))}
      />
      {isLookedBack && <ChangesDialog itemId={item.id} onClose={() => setLookedBack(false)} />}
      {edited && (
        <EditDialog
          value={edited}
          onClose={() => setEdited(undefined)}
          onSave={(text) => {
            set(withValue(item.output, edited.steps, typedAs(edited.value, text)))
            accept(edited.key)
            setEdited(undefined)
          }}
        />
      )}
      {grown !== undefined && (
        <AddRowDialog
          field={grown}
          columns={columnsIn(item.output[grown])}
          onClose={() => setGrown(undefined)}
          onSave={(row) => {
            const rows = item.output[grown] as readonly unknown[]
            set({ ...item.output, [grown]: [...rows, row] })
            setGrown(undefined)
          }}
        />
      )}
    </div>
  )
}
