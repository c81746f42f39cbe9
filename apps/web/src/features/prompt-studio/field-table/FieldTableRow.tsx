import { memo, type ReactNode } from 'react'
import { explain } from '../../../shared/api/refusal.ts'
import { exactTime } from '../../../shared/browser/time.ts'
import { type PromptOutput, suggestedValueNote } from '../output.ts'
import { explainConfidence, LOW_CONFIDENCE } from '../outputs/ConfidenceBadge.tsx'
import { RunClock } from '../outputs/RunClock.tsx'
import { DragHandle } from '../prompts/DragHandle.tsx'
import { ComparedCell, type SecondValue } from './ComparedCell.tsx'
import { EvidenceCell } from './EvidenceCell.tsx'
import { FieldDetail } from './FieldDetail.tsx'
import { explainDoubt, type FieldState, type FieldRow as Row, stateOf } from './field-rows.ts'
import { MarkCell } from './MarkCell.tsx'
import { useTableState, useTableStore } from './table-store.ts'
import type { LoadState } from './use-field-rows.ts'
import { ValueCell } from './ValueCell.tsx'

type Props = {
  readonly row: Row
  /** Outputs of all profiles for the prompt. */
  readonly outputs: readonly PromptOutput[]
  readonly columnCount: number
  /** Whether the prompt was just added. */
  readonly isNew: boolean
  readonly loadState: LoadState
  /** The value in the second column; undefined if there is no such column. */
  readonly secondValue: SecondValue | undefined
}

/** One line of the table, with its details below if they are open. */
export const FieldTableRow = memo(function FieldTableRow(props: Props) {
  const { row, outputs, columnCount, isNew } = props
  const { id, key, isNote } = row.prompt
  const store = useTableStore()
  const isSelected = useTableState(({ selectedId }) => selectedId === id)
  const isOpen = useTableState(({ openId }) => openId === id)
  const tabIndex = isSelected ? 0 : -1

  return (
    <>
      <tr
        className="field-row"
        data-slot={id}
        data-open={isOpen}
        data-active={row.prompt.isActive}
        aria-selected={isSelected}
        tabIndex={tabIndex}
        onFocus={() => store.select(id)}
      >
        <td className="field-drag">
          <DragHandle name={key} />
        </td>
        <th scope="row" className="field-name">
          <button
            type="button"
            className="field-key mono"
            tabIndex={tabIndex}
            title={row.prompt.text || undefined}
            aria-expanded={isOpen}
            onClick={() => store.open(isOpen ? undefined : id)}
          >
            {key}
          </button>
        </th>
        {isNote ? (
          <td colSpan={columnCount - 2} className="field-note" title={row.prompt.text}>
            {row.prompt.text || 'Note'}
          </td>
        ) : (
          <ValueCells {...props} tabIndex={tabIndex} />
        )}
      </tr>
      {isOpen && (
        <tr className="field-detail-row">
          <td colSpan={columnCount}>
            <FieldDetail row={row} outputs={outputs} isNew={isNew} />
          </td>
        </tr>
      )}
    </>
  )
}, arePropsEqual)

function arePropsEqual(previous: Props, next: Props): boolean {
  return (
    Object.entries(next.row).every(([name, value]) => previous.row[name as keyof Row] === value) &&
    previous.outputs.length === next.outputs.length &&
    previous.outputs.every((output, index) => output === next.outputs[index]) &&
    previous.columnCount === next.columnCount &&
    previous.isNew === next.isNew &&
    previous.loadState === next.loadState &&
    previous.secondValue?.text === next.secondValue?.text &&
    previous.secondValue?.isDifferent === next.secondValue?.isDifferent
  )
}

type ValueCellsProps = Props & { readonly tabIndex: number }

function ValueCells({ row, loadState, secondValue, tabIndex }: ValueCellsProps) {
  const { prompt, output } = row
  return (
    <>
      <td className="field-type">{prompt.type}</td>
      <ValueCell row={row} loadState={loadState} tabIndex={tabIndex} />
      <td className="field-confidence">{output && <Confidence output={output} />}</td>
      <td className="field-page">
        {output && <EvidenceCell prompt={prompt} output={output} tabIndex={tabIndex} />}
      </td>
      {secondValue && <ComparedCell secondValue={secondValue} />}
      <td className="field-mark">
        <MarkCell row={row} tabIndex={tabIndex} />
      </td>
      <td className="field-state">{loadState === 'loaded' && <StateText row={row} />}</td>
    </>
  )
}

const PERCENT = 100

function Confidence({ output: { confidence, calibration } }: { readonly output: PromptOutput }) {
  if (confidence === null) return null
  return (
    <span
      className="field-percent"
      data-low={confidence < LOW_CONFIDENCE}
      title={explainConfidence(confidence, calibration)}
    >
      {Math.round(confidence * PERCENT)}%
    </span>
  )
}

const stateTexts: Readonly<Record<FieldState, string>> = {
  disabled: 'Disabled',
  queued: 'Queued',
  running: 'Running',
  failed: 'Failed',
  'not run': 'Not run',
  'out of date': 'Changed',
  'not found': 'Not found',
  doubtful: 'Doubtful',
  suggested: 'Suggested',
  found: 'Found',
}

/** The state in a word, with the reason on hover if there is one. */
function StateText({ row }: { readonly row: Row }): ReactNode {
  const state = stateOf(row)
  return (
    <span className="field-status" data-state={state} title={explainState(row, state)}>
      <span className="field-dot" aria-hidden="true" />
      {stateTexts[state]}
      {row.runState?.kind === 'running' && <RunClock since={row.runState.since} />}
    </span>
  )
}

function explainState(row: Row, state: FieldState): string | undefined {
  const { output, runState } = row
  if (state === 'failed' && runState?.kind === 'failed') {
    const reason = explain(runState.error, messageOf(runState.error))
    const earlier = output
      ? ` The value is from an earlier run, ${exactTime(output.extractedAt)}.`
      : ''
    return `${reason}${earlier}`
  }
  if (state === 'out of date') return 'The prompt or its settings changed after the last run.'
  if (state === 'not found') return output?.explanation ?? undefined
  if (state === 'suggested') return suggestedValueNote
  return state === 'doubtful' ? explainDoubt(row) : undefined
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Failed to generate prompt output'
