import { useQuery } from '@tanstack/react-query'
import { Checkbox, Tag } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import {
  type ComparedValue,
  type RecordedRunsRequest,
  type ReplayedValue,
  replayedValues,
} from '../recorded-run.queries.ts'
import { useEditor } from '../state/editor-context.ts'

type Props = {
  readonly request: RecordedRunsRequest
  readonly run: string
  /** Id of the run that it is compared with. */
  readonly otherRun: string | undefined
}

/** Shows the values of a run, or of two runs side by side with their differences. */
export function ReplayTable({ request, run, otherRun }: Props) {
  const { data: fields, error, refetch } = useQuery(replayedValues(request, run, otherRun))
  const { prompts } = useEditor().project
  const [onlyChanged, setOnlyChanged] = useState(false)
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to replay the run" onRetry={retry} />
  }
  if (!fields) return <div className="bone replay-bone" aria-busy="true" />
  const changedFields = fields.filter(({ changes }) => changes.length > 0)
  const isPair = otherRun !== undefined
  const visibleFields = isPair && onlyChanged ? changedFields : fields
  const positions = new Map(prompts.map(({ key }, index) => [key, index]))
  const positionOf = ({ key }: ComparedValue) => positions.get(key) ?? prompts.length
  return (
    <>
      {isPair && (
        <p className="replay-sum" role="status">
          {`${changedFields.length} of ${fields.length} values differ.`}{' '}
          <Checkbox checked={onlyChanged} onChange={({ target }) => setOnlyChanged(target.checked)}>
            Show only differences
          </Checkbox>
        </p>
      )}
      <table className="replay-table">
        <caption className="visually-hidden">Run values</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Run</th>
            {isPair && <th scope="col">Compared with</th>}
            <th scope="col">{isPair ? 'Differences' : 'Compared with the original'}</th>
          </tr>
        </thead>
        <tbody>
          {visibleFields
            .toSorted((a, b) => positionOf(a) - positionOf(b))
            .map((field) => (
              <Row key={field.key} field={field} isPair={isPair} />
            ))}
        </tbody>
      </table>
    </>
  )
}

type RowProps = { readonly field: ComparedValue; readonly isPair: boolean }

function Row({ field: { key, run, otherRun, changes }, isPair }: RowProps) {
  return (
    <tr>
      <th scope="row" className="mono">
        {key}
      </th>
      <td>
        <Value replayedValue={run} />
      </td>
      {isPair && (
        <td>
          <Value replayedValue={otherRun} />
        </td>
      )}
      <td>
        {isPair ? (
          <Changes parts={run && otherRun ? changes : undefined} />
        ) : (
          <SameTag replayedValue={run} />
        )}
      </td>
    </tr>
  )
}

/** Without parts, one of the two runs did not include the prompt. */
function Changes({ parts }: { readonly parts: readonly string[] | undefined }) {
  if (!parts) return <span className="faint">only in one of the runs</span>
  if (parts.length === 0) return <span className="faint">none</span>
  return parts.map((part) => <Tag key={part}>{part}</Tag>)
}

function Value({ replayedValue }: { readonly replayedValue: ReplayedValue | undefined }) {
  if (!replayedValue) return <span className="faint">not in this run</span>
  if (replayedValue.error !== null) return <span className="bad">{replayedValue.error}</span>
  if (replayedValue.value === null) return <span className="faint">not found</span>
  const { value } = replayedValue
  return (
    <span className="replay-value">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  )
}

function SameTag({ replayedValue }: { readonly replayedValue: ReplayedValue | undefined }) {
  if (replayedValue?.isSame === true) return <Tag color="success">same value</Tag>
  if (replayedValue?.isSame === false) return <Tag color="error">different value</Tag>
  return <span className="faint">unknown</span>
}
