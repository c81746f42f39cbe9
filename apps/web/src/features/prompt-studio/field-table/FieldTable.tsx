import { useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { outputList } from '../output.queries.ts'
import type { PromptOutput } from '../output.ts'
import { useHighlightStore } from '../outputs/highlight-store.tsx'
import { toHighlightId } from '../outputs/highlights.ts'
import { useDragToReorder } from '../prompts/use-drag-to-reorder.ts'
import { useEditor } from '../state/editor-context.ts'
import { type Filter, useChangeEditorSearch, useEditorSearch } from '../state/editor-search.ts'
import { FieldTableRow } from './FieldTableRow.tsx'
import { FilterBar } from './FilterBar.tsx'
import { filterLabels, filterRows, type FieldRow as Row } from './field-rows.ts'
import { LastRun } from './LastRun.tsx'
import { summarizeOutput } from './summarize-output.ts'
import { createTableStore, type TableStore, TableStoreProvider } from './table-store.ts'
import { useComparison, type ValueComparison } from './use-comparison.ts'
import { FieldActionsContext, useBuildFieldActions } from './use-field-actions.ts'
import { useFieldRows } from './use-field-rows.ts'
import { useTableKeys } from './use-table-keys.ts'
import './field-table.css'

type Props = {
  /** Outputs of the selected document. */
  readonly outputs: readonly PromptOutput[]
  /** Id of the prompt that was added last. */
  readonly newestId: string | undefined
  /** Buttons below the table. */
  readonly footer: ReactNode
}

const noOutputs: readonly PromptOutput[] = []

/** Number of columns without the second value. */
const COLUMNS = 8

/** The prompts as rows of a table, which is worked by keys. */
export function FieldTable({ outputs, newestId, footer }: Props) {
  const { rows, loadState } = useFieldRows(outputs)
  const { filter } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const store = useStoreInAddress()
  const tableRef = useRef<HTMLTableElement>(null)
  const filterRef = useRef<HTMLDivElement>(null)
  const shownRows = useMemo(() => filterRows(rows, filter), [rows, filter])
  const actions = useBuildFieldActions({ store, rows: shownRows, tableRef })
  const comparison = useComparison(outputs)
  const outputsByPrompt = useMemo(() => Map.groupBy(outputs, ({ promptId }) => promptId), [outputs])
  const dragHandlers = useDragToReorder()
  const focusFilter = () =>
    filterRef.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  useTableKeys({ actions, rows: shownRows, store, tableRef, onFilter: focusFilter })
  useFollowHighlights({ store, rows, tableRef })
  useOpenNewest(store, newestId)
  useKeepSelected(store, shownRows)
  usePrefetchNeighbors()

  function changeFilter(next: Filter) {
    changeSearch({ filter: next })
    // The rows are filtered after this event.
    setTimeout(() => actions.move(0))
  }
  const hasSecondValue = comparison?.title !== undefined
  const columnCount = hasSecondValue ? COLUMNS + 1 : COLUMNS

  return (
    <TableStoreProvider value={store}>
      <FieldActionsContext value={actions}>
        <div className="field-bar">
          <FilterBar rows={rows} filter={filter} barRef={filterRef} onChange={changeFilter} />
          {comparison && <CompareSelect comparison={comparison} />}
        </div>
        <div className="pane-body field-frame">
          {/* Keyboard users have “Reorder prompts” instead of dragging. */}
          <table
            ref={tableRef}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: in a grid, screen readers pass keys on to the page
            role="grid"
            className="field-table"
            aria-label="Fields"
            {...dragHandlers}
          >
            <Head comparedTitle={comparison?.title} />
            <tbody>
              {shownRows.map((row) => (
                <FieldTableRow
                  key={row.prompt.id}
                  row={row}
                  outputs={outputsByPrompt.get(row.prompt.id) ?? noOutputs}
                  columnCount={columnCount}
                  isNew={row.prompt.id === newestId}
                  loadState={loadState}
                  secondValue={hasSecondValue ? comparison?.compare(row) : undefined}
                />
              ))}
            </tbody>
          </table>
          {shownRows.length === 0 && (
            <p className="field-empty" role="status">
              No fields match “{filterLabels[filter]}”.{' '}
              <Button type="link" size="small" onClick={() => changeFilter('all')}>
                Show all fields
              </Button>
            </p>
          )}
        </div>
        <footer className="pane-foot field-foot">
          {footer}
          <LastRun rows={rows} />
        </footer>
      </FieldActionsContext>
    </TableStoreProvider>
  )
}

function CompareSelect({ comparison }: { readonly comparison: ValueComparison }) {
  const { choice, options, choose } = comparison
  return (
    <span className="field-compare">
      <span aria-hidden="true">Compare with</span>
      <Select
        size="small"
        variant="filled"
        popupMatchSelectWidth={false}
        aria-label="Compare with"
        value={choice}
        options={options.map((group) => ({ label: group.label, options: [...group.options] }))}
        onChange={choose}
      />
    </span>
  )
}

function Head({ comparedTitle }: { readonly comparedTitle: string | undefined }) {
  return (
    <thead>
      <tr>
        <th scope="col" className="field-drag">
          <span className="visually-hidden">Move</span>
        </th>
        <th scope="col" className="field-name">
          Field
        </th>
        <th scope="col" className="field-type">
          Type
        </th>
        <th scope="col" className="field-value">
          Value
        </th>
        <th scope="col" className="field-confidence" title="Confidence">
          Conf.
        </th>
        <th scope="col" className="field-page">
          Page
        </th>
        {comparedTitle !== undefined && (
          <th scope="col" className="field-compared" title={comparedTitle}>
            {comparedTitle}
          </th>
        )}
        <th scope="col" className="field-mark">
          Mark
        </th>
        <th scope="col" className="field-state">
          State
        </th>
      </tr>
    </thead>
  )
}

/** Time after which the selected row is written to the address. It must not delay the keys. */
const ADDRESS_DELAY_MS = 300

/** Creates the store of the table. The selected row is in the address, a moment after it was selected. */
function useStoreInAddress(): TableStore {
  const { project } = useEditor()
  const { row, field } = useEditorSearch()
  const changeSearch = useChangeEditorSearch()
  const [store] = useState(() => {
    const isAddressed = ({ id, key }: { id: string; key: string }) => id === row || key === field
    return createTableStore((project.prompts.find(isAddressed) ?? project.prompts[0])?.id)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let writtenId = store.state.get().selectedId
    const unsubscribe = store.state.subscribe(() => {
      const { selectedId } = store.state.get()
      if (selectedId === writtenId) return
      writtenId = selectedId
      clearTimeout(timer)
      timer = setTimeout(() => changeSearch({ row: selectedId }), ADDRESS_DELAY_MS)
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [store, changeSearch])
  return store
}

type HighlightOptions = {
  readonly store: TableStore
  readonly rows: readonly Row[]
  readonly tableRef: RefObject<HTMLElement | null>
}

/** Highlights the value of the selected row, and selects the row of a value that is clicked in the document. */
function useFollowHighlights({ store, rows, tableRef }: HighlightOptions): void {
  const highlightStore = useHighlightStore()
  useEffect(() => {
    let previousId: string | undefined
    const highlightSelected = () => {
      const { selectedId } = store.state.get()
      if (selectedId === previousId) return
      previousId = selectedId
      const row = rows.find(({ prompt }) => prompt.id === selectedId)
      const evidence = row?.output && summarizeOutput(row.output, row.prompt.type).evidence
      highlightStore.hover(
        row?.output && evidence ? toHighlightId(row.output, evidence.path) : undefined,
      )
    }
    highlightSelected()
    return store.state.subscribe(highlightSelected)
  }, [store, rows, highlightStore])

  useEffect(() => {
    let lastSelection = highlightStore.state.get().selection
    return highlightStore.state.subscribe(() => {
      const { selection } = highlightStore.state.get()
      if (selection === lastSelection) return
      lastSelection = selection
      const id = selection?.id.split('/')[0]
      if (selection?.origin !== 'page' || id === undefined) return
      store.select(id)
      tableRef.current
        ?.querySelector(`tr[data-slot="${CSS.escape(id)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
    })
  }, [highlightStore, store, tableRef])
}

/** Selects the first row when the selected one is not shown, as one row must be reachable by Tab. */
function useKeepSelected(store: TableStore, rows: readonly Row[]): void {
  useEffect(() => {
    const { selectedId } = store.state.get()
    if (!rows.some(({ prompt }) => prompt.id === selectedId)) store.select(rows[0]?.prompt.id)
  }, [store, rows])
}

/** Opens the details of a prompt that was just added. */
function useOpenNewest(store: TableStore, newestId: string | undefined): void {
  const changeSearch = useChangeEditorSearch()
  useEffect(() => {
    if (newestId === undefined) return
    // It has no value yet, so most filters would hide it.
    changeSearch({ filter: 'all' })
    store.select(newestId)
    store.open(newestId)
  }, [store, newestId, changeSearch])
}

/** Fetches the values of the neighboring documents, so that the arrow keys show them without delay. */
function usePrefetchNeighbors(): void {
  const { project, documents, document } = useEditor()
  const client = useQueryClient()
  const { id, singlePass } = project
  const index = documents.findIndex((candidate) => candidate.id === document?.id)
  const previousId = documents[index - 1]?.id
  const nextId = documents[index + 1]?.id
  useEffect(() => {
    for (const neighborId of [nextId, previousId]) {
      if (neighborId !== undefined)
        void client.prefetchQuery(outputList(id, neighborId, singlePass))
    }
  }, [client, id, singlePass, nextId, previousId])
}
