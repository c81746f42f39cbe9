import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Splitter } from '../../editor/Splitter.tsx'
import { expectedValueList, scores } from '../../expected-value.queries.ts'
import { useIsReadOnly } from '../../state/page-context.ts'
import { useAnalyzer } from '../analyzer-context.ts'
import { CellDetail } from './CellDetail.tsx'
import { buildExpectations, type CellState, type Expectations, stateMarks } from './cells.ts'
import { FailureLine } from './FailureLine.tsx'
import { type DraggedWidth, GridHead } from './GridHead.tsx'
import { clampWidth, type FieldColumn, useColumnLayout } from './use-column-layout.ts'
import { useGridActions } from './use-grid-actions.ts'
import { type CellRef, useSelectedCell } from './use-selected-cell.ts'
import { COUNT_WIDTH, NAME_WIDTH, ROW_HEIGHT, useVisibleRange } from './use-visible-range.ts'
import { ValueRow } from './ValueRow.tsx'
import './document-table.css'

const DETAIL_WIDTH = 560

/**
 * Shows a row for each document and a column for each field. A cell says whether its value is right, and
 * opens the document where it was read.
 */
export function DocumentTable() {
  const { project, documents, fields } = useAnalyzer()
  const { expectations, error, retry } = useExpectations(project.id)
  const { selectedCell, select } = useSelectedCell(fields)
  const document = documents.find(({ id }) => id === selectedCell?.documentId)
  const field = fields.find(({ id }) => id === selectedCell?.fieldId)
  const isOpen = document !== undefined && field !== undefined
  return (
    <Splitter
      label="Document pane width"
      endWidth={DETAIL_WIDTH}
      start={
        <div className="document-grid-frame">
          <Legend />
          {error && (
            <FailureLine
              error={error}
              sentence="Failed to load the expected values"
              onRetry={retry}
            />
          )}
          <Grid expectations={expectations} selectedCell={selectedCell} onSelect={select} />
        </div>
      }
      end={
        isOpen && (
          <CellDetail
            document={document}
            field={field}
            expectations={expectations}
            onClose={() => select(undefined)}
          />
        )
      }
    />
  )
}

type LoadedExpectations = {
  readonly expectations: Expectations
  readonly error: Error | null
  retry(): void
}

/** Returns what people said about the values. Readers of a shared project do not see it. */
function useExpectations(projectId: string): LoadedExpectations {
  const enabled = !useIsReadOnly()
  const valueQuery = useQuery({ ...expectedValueList(projectId), enabled })
  const scoreQuery = useQuery({ ...scores(projectId), enabled })
  const values = valueQuery.data
  const verdicts = scoreQuery.data?.isRight
  const expectations = useMemo(() => buildExpectations(values, verdicts), [values, verdicts])
  const failedQueries = [valueQuery, scoreQuery].filter(({ error }) => error)
  return {
    expectations,
    error: failedQueries[0]?.error ?? null,
    retry: () => failedQueries.forEach(({ refetch }) => void refetch()),
  }
}

type GridProps = {
  readonly expectations: Expectations
  readonly selectedCell: CellRef | undefined
  onSelect(cell: CellRef | undefined): void
}

function Grid({ expectations, selectedCell, onSelect }: GridProps) {
  const { project, profiles, documents, fields } = useAnalyzer()
  const layout = useColumnLayout(project, fields)
  const [draggedWidth, setDraggedWidth] = useState<DraggedWidth>()
  const columns = useMemo(
    () => layout.columns.map((column) => withDraggedWidth(column, draggedWidth)),
    [layout.columns, draggedWidth],
  )
  const offsets = useMemo(() => offsetsOf(columns), [columns])
  const totalWidth = offsets.at(-1) ?? 0
  const scrollerRef = useRef<HTMLDivElement>(null)
  const [range, updateRange] = useVisibleRange({ scrollerRef, rowCount: documents.length, offsets })
  const { firstRow, endRow, firstColumn, endColumn } = range
  const shownColumns = useMemo(
    () => columns.slice(firstColumn, endColumn),
    [columns, firstColumn, endColumn],
  )
  const shownDocuments = documents.slice(firstRow, endRow)
  const widthBefore = offsets[firstColumn] ?? 0
  const widthAfter = totalWidth - (offsets[endColumn] ?? 0)
  const tabStop = findTabStop(selectedCell, shownDocuments, shownColumns)
  const { handleKeyDown, handleClick, selectDocument } = useGridActions({
    scrollerRef,
    columns,
    offsets,
    selectedCell,
    onSelect,
    updateRange,
  })

  return (
    <div ref={scrollerRef} className="document-scroller">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: in a grid, screen readers pass keys on to the page
        role="grid"
        className="document-table"
        aria-label="Field values by document"
        aria-rowcount={documents.length + 1}
        aria-colcount={columns.length + 2}
        style={{ width: NAME_WIDTH + COUNT_WIDTH + totalWidth }}
        onKeyDown={handleKeyDown}
        onClick={handleClick}
      >
        <GridHead
          columns={shownColumns}
          firstColumn={firstColumn}
          widthBefore={widthBefore}
          widthAfter={widthAfter}
          layout={layout}
          onDragWidth={setDraggedWidth}
        />
        <RowSpacer rowCount={firstRow} />
        <tbody>
          {shownDocuments.map((document, index) => (
            <ValueRow
              key={document.id}
              project={project}
              profiles={profiles}
              fields={fields}
              expectations={expectations}
              document={document}
              rowIndex={firstRow + index}
              columns={shownColumns}
              firstColumn={firstColumn}
              widthBefore={widthBefore}
              widthAfter={widthAfter}
              selectedId={
                selectedCell?.documentId === document.id ? selectedCell.fieldId : undefined
              }
              tabStopId={tabStop?.documentId === document.id ? tabStop.fieldId : undefined}
              onSelect={selectDocument}
            />
          ))}
        </tbody>
        <RowSpacer rowCount={documents.length - endRow} />
      </table>
    </div>
  )
}

const withDraggedWidth = (column: FieldColumn, change: DraggedWidth | undefined): FieldColumn =>
  change?.id === column.prompt.id ? { ...column, width: clampWidth(change.width) } : column

/** Returns where each column begins, and at last where all of them end. */
function offsetsOf(columns: readonly FieldColumn[]): readonly number[] {
  const offsets = [0]
  for (const { width } of columns) offsets.push((offsets.at(-1) ?? 0) + width)
  return offsets
}

/** Takes the room of the rows that are not rendered. */
function RowSpacer({ rowCount }: { readonly rowCount: number }) {
  if (rowCount <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: rowCount * ROW_HEIGHT }} />
    </tbody>
  )
}

/** Returns the cell that the Tab key reaches: the selected one, or the first if it is out of sight. */
function findTabStop(
  selectedCell: CellRef | undefined,
  documents: readonly { readonly id: string }[],
  columns: readonly FieldColumn[],
): CellRef | undefined {
  const isShown =
    documents.some(({ id }) => id === selectedCell?.documentId) &&
    columns.some(({ prompt }) => prompt.id === selectedCell?.fieldId)
  if (isShown) return selectedCell
  const documentId = documents[0]?.id
  const fieldId = columns[0]?.prompt.id
  return documentId && fieldId ? { documentId, fieldId } : undefined
}

const legendStates: readonly CellState[] = ['correct', 'wrong', 'doubtful', 'not found']

/** Says what the colors and signs mean. */
function Legend() {
  return (
    <ul className="document-legend" aria-label="Colors and signs">
      {legendStates.map((state) => (
        <li key={state} data-state={state} className="document-chip">
          <span aria-hidden="true">{stateMarks[state].sign} </span>
          {stateMarks[state].word}
        </li>
      ))}
    </ul>
  )
}
