import { ChangesDialog } from './ChangesDialog.tsx'
import type { ReviewedItem } from './item.ts'
import { withField, withNewRow, withPastedCells, withValue } from './item-tables.ts'
import type { DrawnRows } from './review.queries.ts'
import { parseAs, type ReviewedValue } from './reviewed-item.ts'
import type { Edit } from './use-edits.ts'
import { AddRowDialog, EditDialog, JsonDialog, PasteDialog } from './ValueDialogs.tsx'

type FieldDialogKind =
  | { readonly kind: 'row' | 'json'; readonly field: string }
  | { readonly kind: 'paste'; readonly field: string; readonly drawnRows?: DrawnRows }

export type ItemDialog =
  | { readonly kind: 'changes' }
  | { readonly kind: 'value'; readonly value: ReviewedValue }
  | FieldDialogKind

/** Name of a dialog about a whole field. */
export type FieldDialogName = FieldDialogKind['kind']

type Props = {
  readonly item: ReviewedItem
  readonly openDialog: ItemDialog | undefined
  onAccept(key: string, edit: Edit): void
  onChange(field: string, edit: Edit): void
  onClose(): void
}

/** Shows the open dialog of a document, if there is one. */
export function ItemDialogs({ item, openDialog, onClose, ...handlers }: Props) {
  if (!openDialog) return null
  if (openDialog.kind === 'changes') return <ChangesDialog itemId={item.id} onClose={onClose} />
  if (openDialog.kind === 'value') {
    const { key, value } = openDialog.value
    return (
      <EditDialog
        value={openDialog.value}
        onClose={onClose}
        onSave={(text) => {
          onClose()
          const newValue = parseAs(value, text)
          handlers.onAccept(key, (current) => withValue(current, key, { value: newValue }))
        }}
      />
    )
  }
  const change = (field: string, edit: Edit) => {
    onClose()
    handlers.onChange(field, edit)
  }
  return <FieldDialog dialog={openDialog} item={item} onChange={change} onClose={onClose} />
}

type FieldDialogProps = Pick<Props, 'item' | 'onChange' | 'onClose'> & {
  readonly dialog: FieldDialogKind
}

function FieldDialog({ item, dialog, onChange, onClose }: FieldDialogProps) {
  const { kind, field } = dialog
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
    const position = { row: ids.length, column: 0 }
    const { drawnRows = [] } = dialog
    return (
      <PasteDialog
        field={field}
        columns={columns}
        drawnRows={drawnRows}
        onClose={onClose}
        onSave={(cells) =>
          onChange(field, (current) =>
            withPastedCells(current, field, position, { cells, drawnRows }),
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
