import { Button } from 'antd'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import type { ReviewedItem } from './item.ts'
import { withField, withNewRow, withValue } from './item-tables.ts'
import { type ReviewedValue, typedAs, valuesOf } from './reviewed-item.ts'
import { useActs } from './use-acts.ts'
import type { Edit } from './use-edits.ts'
import { useTakeWords } from './use-take-words.ts'
import { AddRowDialog, EditDialog, JsonDialog } from './ValueDialogs.tsx'
import { ValueList } from './ValueList.tsx'

type Props = {
  readonly item: ReviewedItem
  /** Absent where an approved document is only looked at. */
  readonly onEdit: ((edit: Edit) => void) | undefined
  /** How the document is shown. */
  readonly Pages?: ComponentType<PagesProps>
  /** Whether it is told who has changed what. */
  readonly hasChanges?: boolean
}

type Opened =
  | { readonly kind: 'changes' }
  | { readonly kind: 'value'; readonly value: ReviewedValue }
  | { readonly kind: 'row' | 'json'; readonly field: string }

/** A document beside its values, both ways linked. */
export function ItemDesk({ item, onEdit, Pages = ItemPages, hasChanges = true }: Props) {
  const { hint } = useAlerts()
  const [shown, setShown] = useState<string>()
  const [active, setActive] = useState<string>()
  const [opened, setOpened] = useState<Opened>()
  const values = useMemo(() => valuesOf(item), [item])
  const acts = useActs({ item, values, onEdit })
  const close = () => setOpened(undefined)
  const open = (what: Opened) => (onEdit ? setOpened(what) : hint('View only mode'))

  useFocusOnFirst(values)

  const settle = (key: string, edit?: Edit) => {
    const next = acts.settle(key, edit)
    if (next !== undefined) focusValue(next)
  }

  const takeWords = useTakeWords({
    item,
    chosen: values.find(({ key }) => key === active),
    isViewOnly: !onEdit,
    onTaken(key, edit) {
      setShown(key)
      settle(key, edit)
    },
  })

  const pick = (key: string) => {
    setShown(key)
    setActive(key)
    focusValue(key)
  }

  return (
    <div className="review-desk">
      <Heading
        name={item.fileName}
        isViewOnly={!onEdit}
        onChanges={hasChanges ? () => setOpened({ kind: 'changes' }) : undefined}
      />
      <Pages item={item} values={values} shown={shown} onPick={pick} onDraw={takeWords} />
      <ValueList
        item={item}
        values={values}
        accepted={acts.accepted}
        shown={shown}
        active={active}
        isViewOnly={!onEdit}
        onActivate={setActive}
        onShow={setShown}
        onAccept={(key) => settle(key)}
        onOpen={(value) => open({ kind: 'value', value })}
        onOpenJson={(field) => open({ kind: 'json', field })}
        onAddRow={(field) => open({ kind: 'row', field })}
        onUndo={acts.undo}
        onChange={acts.change}
      />
      <Dialogs
        item={item}
        opened={opened}
        onClose={close}
        onSettle={(key, edit) => {
          close()
          settle(key, edit)
        }}
        onChange={(field, edit) => {
          close()
          acts.change(field, edit)
        }}
      />
    </div>
  )
}

type HeadingProps = {
  readonly name: string
  readonly isViewOnly: boolean
  readonly onChanges: (() => void) | undefined
}

function Heading({ name, isViewOnly, onChanges }: HeadingProps) {
  return (
    <div className="review-name">
      <strong>{name}</strong>
      {onChanges && (
        <Button type="link" onClick={onChanges}>
          Changes
        </Button>
      )}
      {!isViewOnly && (
        <span className="review-help">
          Tab goes on, Enter accepts, e edits, Ctrl+Z takes back. Drag a box on the page to take its
          words.
        </span>
      )}
    </div>
  )
}

/** The first value that needs a look has the keyboard as soon as the document is there. */
function useFocusOnFirst(values: readonly ReviewedValue[]): void {
  const [first] = useState(() => values.find(({ doubt }) => doubt)?.key)
  useEffect(() => {
    if (first !== undefined) focusValue(first)
  }, [first])
}

/** Once it is drawn where it belongs now. */
function focusValue(key: string): void {
  requestAnimationFrame(() => {
    const all = document.querySelectorAll<HTMLElement>('.review-value')
    for (const one of all) if (one.dataset.key === key) return one.focus()
  })
}

type DialogProps = {
  readonly item: ReviewedItem
  readonly opened: Opened | undefined
  onSettle(key: string, edit: Edit): void
  onChange(field: string, edit: Edit): void
  onClose(): void
}

function Dialogs({ item, opened, onSettle, onChange, onClose }: DialogProps) {
  if (!opened) return null
  if (opened.kind === 'changes') return <ChangesDialog itemId={item.id} onClose={onClose} />
  if (opened.kind === 'value') {
    const { key, value } = opened.value
    return (
      <EditDialog
        value={opened.value}
        onClose={onClose}
        onSave={(text) =>
          onSettle(key, (one) => withValue(one, key, { value: typedAs(value, text) }))
        }
      />
    )
  }
  const { kind, field } = opened
  if (kind === 'json') {
    return (
      <JsonDialog
        field={field}
        value={item.output[field]}
        onClose={onClose}
        onSave={(value) => onChange(field, (one) => withField(one, field, value))}
      />
    )
  }
  return (
    <AddRowDialog
      field={field}
      columns={item.tables[field]?.columns ?? []}
      onClose={onClose}
      onSave={(row) => onChange(field, (one) => withNewRow(one, field, row))}
    />
  )
}
