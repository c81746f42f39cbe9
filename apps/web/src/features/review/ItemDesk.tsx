import { type ComponentType, useMemo, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'
import { ItemHeading, type WorkPosition } from './ItemHeading.tsx'
import { ItemPages, type PagesProps } from './ItemPages.tsx'
import type { ReviewedItem } from './item.ts'
import { valuesOf } from './reviewed-item.ts'
import { useDeskCommands, useFocusOnFirst } from './use-desk-commands.ts'
import type { Edit, EditFeedback } from './use-edits.ts'
import { useInPlaceEdit } from './use-in-place-edit.ts'
import { usePageView } from './use-page-view.ts'
import { useReadDrawnBox } from './use-read-drawn-box.ts'
import { useReviewActions } from './use-review-actions.ts'
import { useTableArea } from './use-table-area.ts'
import { useTextSearch } from './use-text-search.ts'
import { ValueList } from './ValueList.tsx'
import { focusValue } from './value-focus.ts'

type Props = {
  readonly item: ReviewedItem
  /** Undefined if an approved document is only viewed. */
  readonly onEdit: ((edit: Edit, key?: string) => void) | undefined
  /** The outcome of the edits; undefined if they are saved at the end. */
  readonly feedback?: EditFeedback
  /** Position of the document in the work; undefined if it is only viewed. */
  readonly position?: WorkPosition
  /** Component that shows the document. */
  readonly Pages?: ComponentType<PagesProps>
  /** Whether the list of changes can be opened. */
  readonly hasChanges?: boolean
}

/** Shows a document next to its values; selecting one side highlights the other. */
export function ItemDesk({ item, onEdit, feedback, Pages = ItemPages, ...props }: Props) {
  const { hint } = useAlerts()
  const [selectedKey, setSelectedKey] = useState<string>()
  const [activeKey, setActiveKey] = useState<string>()
  const [openDialog, setOpenDialog] = useState<ItemDialog>()
  const values = useMemo(() => valuesOf(item), [item])
  const actions = useReviewActions({ item, values, refusals: feedback?.refusals, onEdit })
  const explainViewOnly = () => hint('View only mode')
  const open = (dialog: ItemDialog) => (onEdit ? setOpenDialog(dialog) : explainViewOnly())

  useFocusOnFirst(values)
  const view = usePageView()
  const search = useTextSearch(item.id, () => focusValue(activeKey ?? ''))
  useDeskCommands({ view, search, openValues: actions.openValues, activeKey })

  const accept = (key: string, edit?: Edit) => focusValue(actions.accept(key, edit) ?? key)

  const inPlace = useInPlaceEdit({ onChange: actions.accept, onAccept: accept })
  const readDrawnBox = useReadDrawnBox({
    item,
    selectedValue: values.find(({ key }) => key === activeKey),
    isViewOnly: !onEdit,
    onRead(key, edit) {
      setSelectedKey(key)
      accept(key, edit)
    },
  })
  const area = useTableArea({
    item,
    onRead: (field, drawnRows) => open({ kind: 'paste', field, drawnRows }),
  })

  const pick = (key: string) => {
    setSelectedKey(key)
    setActiveKey(key)
    focusValue(key)
  }

  return (
    <div className="review-desk" data-stacked={view.isStacked}>
      <ItemHeading
        name={item.fileName}
        isViewOnly={!onEdit}
        feedback={feedback}
        position={props.position}
        onChanges={
          props.hasChanges === false ? undefined : () => setOpenDialog({ kind: 'changes' })
        }
      />
      <Pages
        item={item}
        values={values}
        selectedKey={selectedKey}
        view={view}
        search={search}
        drawnField={area.field}
        onPick={pick}
        onDraw={area.field === undefined ? readDrawnBox : area.read}
      />
      <ValueList
        item={item}
        values={values}
        acceptedKeys={actions.acceptedKeys}
        selectedKey={selectedKey}
        activeKey={activeKey}
        editingPlace={inPlace.editingPlace}
        feedback={feedback}
        isViewOnly={!onEdit}
        drawnField={area.field}
        onActivate={setActiveKey}
        onShow={setSelectedKey}
        onAccept={(key) => accept(key)}
        onEdit={(place) => (onEdit ? inPlace.begin(place) : explainViewOnly())}
        onEndEdit={inPlace.end}
        onOpen={(value) => open({ kind: 'value', value })}
        onOpenField={(kind, field) => open({ kind, field })}
        onDrawArea={area.toggle}
        onUndo={actions.undo}
        onAcceptAll={actions.acceptAll}
        onChange={actions.change}
        onChooseRow={onEdit && feedback ? actions.change : undefined}
      />
      <ItemDialogs
        item={item}
        openDialog={openDialog}
        onClose={() => setOpenDialog(undefined)}
        onAccept={accept}
        onChange={actions.change}
      />
    </div>
  )
}
