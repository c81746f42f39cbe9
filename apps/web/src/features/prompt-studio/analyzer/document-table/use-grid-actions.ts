import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react'
import { useAnalyzer } from '../analyzer-context.ts'
import type { FieldColumn } from './use-column-layout.ts'
import type { CellRef } from './use-selected-cell.ts'
import { scrollToCell } from './use-visible-range.ts'

type GridParts = {
  readonly scrollerRef: RefObject<HTMLElement | null>
  readonly columns: readonly FieldColumn[]
  readonly offsets: readonly number[]
  readonly selectedCell: CellRef | undefined
  onSelect(cell: CellRef | undefined): void
  /** Renders what can be seen after the grid has scrolled. */
  updateRange(): void
}

type GridActions = {
  handleKeyDown(event: KeyboardEvent): void
  handleClick(event: MouseEvent): void
  /** Selects the field that is selected already, or else the first one, in another document. */
  selectDocument(documentId: string): void
}

/** Rows and columns that each key moves by. */
const moves: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowDown', [1, 0]],
  ['ArrowUp', [-1, 0]],
  ['ArrowRight', [0, 1]],
  ['ArrowLeft', [0, -1]],
  ['PageDown', [10, 0]],
  ['PageUp', [-10, 0]],
  ['Home', [0, Number.NEGATIVE_INFINITY]],
  ['End', [0, Number.POSITIVE_INFINITY]],
  ['Enter', [0, 0]],
  [' ', [0, 0]],
])

/** The keys and the mouse in the grid. */
export function useGridActions(parts: GridParts): GridActions {
  const { documents } = useAnalyzer()
  const { scrollerRef, selectedCell, onSelect } = parts
  const latest = useRef({ ...parts, documents })
  latest.current = { ...parts, documents }
  const cellToFocus = useRef<{ readonly cell: CellRef; readonly isRendered: boolean }>(undefined)
  const shownCell = useRef<CellRef>(undefined)

  function show(cell: CellRef) {
    const { scrollerRef, columns, offsets, documents } = latest.current
    const rowIndex = documents.findIndex(({ id }) => id === cell.documentId)
    const columnIndex = columns.findIndex(({ prompt }) => prompt.id === cell.fieldId)
    if (!scrollerRef.current || rowIndex < 0 || columnIndex < 0) return
    scrollToCell(scrollerRef.current, { rowIndex, columnIndex, offsets })
    // The next key may come before the browser reports that it has scrolled.
    latest.current.updateRange()
  }

  // A document that is closed takes the focus with it, which returns to the cell.
  const lastCell = useRef(selectedCell)
  useLayoutEffect(() => {
    const closedCell = selectedCell ? undefined : lastCell.current
    lastCell.current = selectedCell
    if (!closedCell || document.activeElement !== document.body) return
    cellToFocus.current = { cell: closedCell, isRendered: false }
    show(closedCell)
  })
  // A cell that was out of sight is rendered after the grid has scrolled.
  useLayoutEffect(() => {
    if (!cellToFocus.current) return
    const { cell, isRendered } = cellToFocus.current
    const element = findCell(scrollerRef.current, cell)
    cellToFocus.current = element || isRendered ? undefined : { cell, isRendered: true }
    element?.focus({ preventScroll: true })
  })
  // The grid becomes narrower when a document opens beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes must not scroll the grid
  useLayoutEffect(() => {
    const isShown = shownCell.current !== undefined && shownCell.current === selectedCell
    if (selectedCell && !isShown) show(selectedCell)
  }, [selectedCell === undefined, selectedCell?.documentId, selectedCell?.fieldId])

  function handleKeyDown(event: KeyboardEvent) {
    const cell = cellOf(event.target)
    if (cell && event.key === 'Escape' && selectedCell) {
      event.preventDefault()
      return onSelect(undefined)
    }
    const move = moves.get(event.key)
    if (!cell || !move || hasModifier(event)) return
    event.preventDefault()
    const target = findCellAt(latest.current, cell, move)
    if (!target) return
    cellToFocus.current = { cell: target, isRendered: false }
    // Before anything is rendered, the positions are known without a layout of the page.
    if (selectedCell) {
      show(target)
      shownCell.current = target
    }
    onSelect(target)
  }

  const selectDocument = useCallback((documentId: string) => {
    const { columns, selectedCell, onSelect } = latest.current
    const fieldId = selectedCell?.fieldId ?? columns[0]?.prompt.id
    if (fieldId !== undefined) onSelect({ documentId, fieldId })
  }, [])

  return {
    handleKeyDown,
    selectDocument,
    handleClick({ target }) {
      const cell = cellOf(target)
      if (cell) onSelect(cell)
    },
  }
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey

type Places = Pick<GridParts, 'columns'> & {
  readonly documents: readonly { readonly id: string }[]
}

/** Returns the cell that a move leads to. It ends at the edges of the grid. */
function findCellAt(
  { columns, documents }: Places,
  cell: CellRef,
  [rows, fields]: readonly [number, number],
): CellRef | undefined {
  const row = documents.findIndex(({ id }) => id === cell.documentId) + rows
  const column = columns.findIndex(({ prompt }) => prompt.id === cell.fieldId) + fields
  const documentId = documents[clamp(row, documents.length)]?.id
  const fieldId = columns[clamp(column, columns.length)]?.prompt.id
  return documentId && fieldId ? { documentId, fieldId } : undefined
}

const clamp = (index: number, count: number): number => Math.min(count - 1, Math.max(0, index))

/** Returns the cell in which an event happened. */
function cellOf(target: EventTarget): CellRef | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('td[data-field]') : null
  const documentId = element?.closest('tr')?.dataset.document
  const fieldId = element?.dataset.field
  return documentId && fieldId ? { documentId, fieldId } : undefined
}

const findCell = (scroller: HTMLElement | null, { documentId, fieldId }: CellRef) =>
  scroller?.querySelector<HTMLElement>(
    `tr[data-document="${CSS.escape(documentId)}"] > td[data-field="${CSS.escape(fieldId)}"]`,
  )
