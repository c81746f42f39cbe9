import { Button } from 'antd'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { useCommands } from '../../shared/commands/commands.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ChangesDialog } from './ChangesDialog.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import type { ReviewedItem } from './item.ts'
import { withField, withNewRow, withPastedCells, withValue } from './item-tables.ts'
import { parseAs, type ReviewedValue, valuesOf } from './reviewed-item.ts'
import type { Edit, EditFeedback } from './use-edits.ts'
import { type PageView, usePageView } from './use-page-view.ts'
import { useReadDrawnBox } from './use-read-drawn-box.ts'
import { useReviewActions } from './use-review-actions.ts'
import { AddRowDialog, EditDialog, JsonDialog, PasteDialog } from './ValueDialogs.tsx'
import { ValueList } from './ValueList.tsx'

type Props = {
  readonly item: ReviewedItem
  /** Undefined if an approved document is only viewed. */
  readonly onEdit: ((edit: Edit, key?: string) => void) | undefined
  /** The outcome of the edits; undefined if they are saved at the end. */
  readonly feedback?: EditFeedback
  /** Component that shows the document. */
  readonly Pages?: ComponentType<PagesProps>
  /** Whether the list of changes can be opened. */
  readonly hasChanges?: boolean
}

type FieldDialogKind = { readonly kind: 'row' | 'json' | 'paste'; readonly field: string }

type ItemDialog =
  | { readonly kind: 'changes' }
  | { readonly kind: 'value'; readonly value: ReviewedValue }
  | FieldDialogKind

/** Shows a document next to its values; selecting one side highlights the other. */
export function ItemDesk({ item, onEdit, feedback, Pages = ItemPages, hasChanges = true }: Props) {
  const { hint } = useAlerts()
  const [selectedKey, setSelectedKey] = useState<string>()
  const [activeKey, setActiveKey] = useState<string>()
  const [openDialog, setOpenDialog] = useState<ItemDialog>()
  const values = useMemo(() => valuesOf(item), [item])
  const actions = useReviewActions({ item, values, onEdit })
  const close = () => setOpenDialog(undefined)
  const open = (dialog: ItemDialog) => (onEdit ? setOpenDialog(dialog) : hint('View only mode'))

  useFocusOnFirst(values)
  const view = usePageView()
  useDeskCommands(view, { openValues: actions.openValues, activeKey })

  const accept = (key: string, edit?: Edit) => {
    const next = actions.accept(key, edit)
    if (next !== undefined) focusValue(next)
  }

  const readDrawnBox = useReadDrawnBox({
    item,
    selectedValue: values.find(({ key }) => key === activeKey),
    isViewOnly: !onEdit,
    onRead(key, edit) {
      setSelectedKey(key)
      accept(key, edit)
    },
  })

  const pick = (key: string) => {
    setSelectedKey(key)
    setActiveKey(key)
    focusValue(key)
  }

  return (
    <div className="review-desk" data-stacked={view.isStacked}>
      <Heading
        name={item.fileName}
        isViewOnly={!onEdit}
        feedback={feedback}
        onChanges={hasChanges ? () => setOpenDialog({ kind: 'changes' }) : undefined}
      />
      <Pages
        item={item}
        values={values}
        selectedKey={selectedKey}
        view={view}
        onPick={pick}
        onDraw={readDrawnBox}
      />
      <ValueList
        item={item}
        values={values}
        acceptedKeys={actions.acceptedKeys}
        selectedKey={selectedKey}
        activeKey={activeKey}
        feedback={feedback}
        isViewOnly={!onEdit}
        onActivate={setActiveKey}
        onShow={setSelectedKey}
        onAccept={(key) => accept(key)}
        onOpen={(value) => open({ kind: 'value', value })}
        onOpenJson={(field) => open({ kind: 'json', field })}
        onAddRow={(field) => open({ kind: 'row', field })}
        onPaste={(field) => open({ kind: 'paste', field })}
        onUndo={actions.undo}
        onAcceptAll={actions.acceptAll}
        onChange={actions.change}
      />
      <Dialogs
        item={item}
        openDialog={openDialog}
        onClose={close}
        onAccept={(key, edit) => {
          close()
          accept(key, edit)
        }}
        onChange={(field, edit) => {
          close()
          actions.change(field, edit)
        }}
      />
    </div>
  )
}

type HeadingProps = {
  readonly name: string
  readonly isViewOnly: boolean
  readonly feedback: EditFeedback | undefined
  readonly onChanges: (() => void) | undefined
}

function Heading({ name, isViewOnly, feedback, onChanges }: HeadingProps) {
  return (
    <div className="review-name">
      <strong>{name}</strong>
      {onChanges && (
        // Changes that are being saved would not be listed yet.
        <Button type="link" disabled={feedback?.isSaving === true} onClick={onChanges}>
          Changes
        </Button>
      )}
      <output className="review-saved">
        {feedback?.isSaved && 'Succesfully updated the data.'}
      </output>
      {!isViewOnly && (
        <span className="review-help">
          Enter: accept. E: edit. N: next doubtful value. ?: all keys. To replace a value, draw a
          box around text on the page.
        </span>
      )}
    </div>
  )
}

type OpenValues = {
  readonly openValues: readonly ReviewedValue[]
  readonly activeKey: string | undefined
}

/** Offers the keys of the document, which the overview of shortcuts lists. */
function useDeskCommands(view: PageView, { openValues, activeKey }: OpenValues): void {
  const showNextDoubtful = () => {
    const index = openValues.findIndex(({ key }) => key === activeKey)
    const next = openValues[index + 1] ?? openValues[0]
    if (next) focusValue(next.key)
  }
  const command = (title: string, shortcut: string, run: () => void) =>
    ({ id: `review:${shortcut}`, title, group: 'Review', shortcut, run }) as const
  useCommands([
    command('Go to the next doubtful value', 'n', showNextDoubtful),
    command('Zoom in', '+', view.zoom.in),
    command('Zoom out', '-', view.zoom.out),
    command('Fit the page to the width', '0', view.zoom.fit),
    command('Rotate the page', 'r', view.rotate),
    command('Show values in full width', 'w', () => view.setStacked(!view.isStacked)),
  ])
}

/** Focuses the first value that needs a review when the document has been loaded. */
function useFocusOnFirst(values: readonly ReviewedValue[]): void {
  const [first] = useState(() => values.find(({ reviewReason }) => reviewReason)?.key)
  useEffect(() => {
    if (first !== undefined) focusValue(first)
  }, [first])
}

/** Waits until it has been rendered at its new position. */
function focusValue(key: string): void {
  requestAnimationFrame(() => {
    const elements = document.querySelectorAll<HTMLElement>('.review-value')
    for (const element of elements) if (element.dataset.key === key) return element.focus()
  })
}

type DialogProps = {
  readonly item: ReviewedItem
  readonly openDialog: ItemDialog | undefined
  onAccept(key: string, edit: Edit): void
  onChange(field: string, edit: Edit): void
  onClose(): void
}

function Dialogs({ item, openDialog, onAccept, onChange, onClose }: DialogProps) {
  if (!openDialog) return null
  if (openDialog.kind === 'changes') return <ChangesDialog itemId={item.id} onClose={onClose} />
  if (openDialog.kind === 'value') {
    const { key, value } = openDialog.value
    return (
      <EditDialog
        value={openDialog.value}
        onClose={onClose}
        onSave={(text) =>
          onAccept(key, (current) => withValue(current, key, { value: parseAs(value, text) }))
        }
      />
    )
  }
  return <FieldDialog {...openDialog} item={item} onChange={onChange} onClose={onClose} />
}

type FieldDialogProps = Pick<DialogProps, 'item' | 'onChange' | 'onClose'> & FieldDialogKind

function FieldDialog({ item, kind, field, onChange, onClose }: FieldDialogProps) {
  if (kind === 'json') {
    return (
      <JsonDialog
        field={field}
        value={item.output[field]}
        onClose={onClose}
        onSave={(value) => onChange(field, (current) => withField(current, field, value))}
      />
    )
  }
  if (kind === 'paste') {
    const { columns = [], ids = [] } = item.tables[field] ?? {}
    return (
      <PasteDialog
        field={field}
        columns={columns}
        onClose={onClose}
        onSave={(cells) =>
          onChange(field, (current) =>
            withPastedCells(current, field, { row: ids.length, column: 0 }, cells),
          )
        }
      />
    )
  }
  return (
    <AddRowDialog
      field={field}
      columns={item.tables[field]?.columns ?? []}
      onClose={onClose}
      onSave={(row) => onChange(field, (current) => withNewRow(current, field, row))}
    />
  )
}
