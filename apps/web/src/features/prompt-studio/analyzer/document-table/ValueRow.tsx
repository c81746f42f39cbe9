import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { memo, useMemo } from 'react'
import { failedToLoad } from '../../../../shared/api/refusal.ts'
import type { PromptDocument } from '../../document.ts'
import { outputList } from '../../output.queries.ts'
import { outputsOfMode } from '../../output.ts'
import type { LlmProfile } from '../../profile.ts'
import type { Project } from '../../project.ts'
import type { Prompt } from '../../prompt.ts'
import { buildCells, type Expectations, stateMarks, type ValueCell } from './cells.ts'
import type { FieldColumn } from './use-column-layout.ts'

type Props = {
  readonly project: Project
  readonly profiles: readonly LlmProfile[]
  readonly fields: readonly Prompt[]
  readonly expectations: Expectations
  readonly document: PromptDocument
  readonly rowIndex: number
  /** The columns that can be seen. */
  readonly columns: readonly FieldColumn[]
  readonly firstColumn: number
  /** Width of the columns before and after those that can be seen. */
  readonly widthBefore: number
  readonly widthAfter: number
  /** Id of the field whose cell is selected; undefined if it is in another row. */
  readonly selectedId: string | undefined
  /** Id of the field whose cell the Tab key reaches; undefined if it is in another row. */
  readonly tabStopId: string | undefined
  onSelect(documentId: string): void
}

/** The values of one document. Its outputs are fetched when the row comes into view. */
export const ValueRow = memo(function ValueRow(props: Props) {
  const { project, profiles, fields, expectations, document, rowIndex } = props
  const { data, error, refetch } = useQuery(outputList(project.id, document.id, project.singlePass))
  const cells = useMemo(
    () =>
      data &&
      buildCells({
        ...expectations,
        documentId: document.id,
        fields,
        profiles,
        outputs: outputsOfMode(data, project),
      }),
    [data, expectations, document.id, fields, profiles, project],
  )
  const hasFailed = error !== null && cells === undefined
  const filledCount = [...(cells?.values() ?? [])].filter(({ state }) => state === 'filled').length

  return (
    <tr className="document-row" data-document={document.id} aria-rowindex={rowIndex + 2}>
      <th scope="row" className="document-name" aria-colindex={1}>
        <button
          type="button"
          className="document-link"
          tabIndex={-1}
          title={document.name}
          onClick={() => props.onSelect(document.id)}
        >
          {document.name}
        </button>
      </th>
      <td className="document-count-cell" aria-colindex={2}>
        {cells && `${filledCount} of ${fields.length}`}
        {hasFailed && (
          <Button
            type="link"
            size="small"
            aria-label={`Retry ${document.name}`}
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        )}
      </td>
      <Spacer width={props.widthBefore} />
      {props.columns.map(({ prompt }, index) => (
        <Cell
          key={prompt.id}
          cell={cells?.get(prompt.id)}
          hasFailed={hasFailed}
          id={prompt.id}
          columnIndex={props.firstColumn + index}
          isSelected={props.selectedId === prompt.id}
          isTabStop={props.tabStopId === prompt.id}
        />
      ))}
      <Spacer width={props.widthAfter} />
    </tr>
  )
})

/** Takes the room of the columns that are not rendered. */
export function Spacer({ width }: { readonly width: number }) {
  return <td className="document-spacer" aria-hidden="true" style={{ width }} />
}

type CellProps = {
  /** Undefined while the outputs are loaded, and if that failed. */
  readonly cell: ValueCell | undefined
  readonly hasFailed: boolean
  readonly id: string
  readonly columnIndex: number
  readonly isSelected: boolean
  readonly isTabStop: boolean
}

function Cell({ cell, hasFailed, id, columnIndex, isSelected, isTabStop }: CellProps) {
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid, whose cells can be selected
      role="gridcell"
      className="document-cell"
      aria-colindex={columnIndex + 3}
      aria-selected={isSelected}
      aria-busy={cell === undefined && !hasFailed}
      data-field={id}
      data-state={cell?.cellState}
      tabIndex={isTabStop ? 0 : -1}
      title={cell && titleOf(cell)}
    >
      {cell && <CellText cell={cell} />}
      {hasFailed && <span className="document-failed">{failedToLoad}</span>}
      {!cell && !hasFailed && <span className="bone document-bone" />}
    </td>
  )
}

const titleOf = ({ text, reason, explanation }: ValueCell): string =>
  [text, reason ?? explanation].filter(Boolean).join('. ')

function CellText({ cell: { text, cellState, differs } }: { readonly cell: ValueCell }) {
  const { sign, word } = stateMarks[cellState]
  return (
    <>
      {sign && <span aria-hidden="true">{sign} </span>}
      {sign && cellState !== 'not found' && <span className="visually-hidden">{word}: </span>}
      <span className="document-text">{text}</span>
      {differs && <span className="matrix-differs">≠ differs</span>}
    </>
  )
}
