import { CopyOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useCopy } from '../../../shared/browser/copy-text.ts'
import { CheckList } from '../../../shared/checks/CheckList.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import type { FileExecution } from '../execution.ts'
import { fileOutcome } from '../executions.queries.ts'
import type { FileResultView } from '../file-outcome.ts'
import { isSettled } from '../progress.ts'
import { SentInFile } from './SentInFile.tsx'
import { Values } from './Values.tsx'
import { valuesOf } from './values-of.ts'
import '../../../shared/layout/code-block.css'
import './result.css'

export type ResultView = 'values' | 'json' | 'sent'

type Props = {
  readonly executionId: string
  readonly file: Pick<FileExecution, 'id' | 'status' | 'message'>
  readonly initialView?: ResultView
  /**
   * Whether its values are available, even if it has not ended because they are yet to be
   * delivered.
   */
  readonly isRead?: boolean
}

/** Shows the result of one file: its values with their locations, or the JSON. */
export function FileResult({
  executionId,
  file,
  initialView = 'values',
  isRead = isSettled(file),
}: Props) {
  const { data, error, refetch } = useQuery({
    ...fileOutcome(executionId, file.id),
    enabled: isRead,
  })

  if (!isRead) return <p className="run-none">{file.message || 'Yet to be processed'}</p>
  if (error && !data) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the result" onRetry={retry} />
  }
  if (!data) return <div className="bone" style={{ height: 160 }} aria-busy="true" />
  if (!data.output) {
    const reason = data.error || file.message || 'The file was not processed.'
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title="No values were extracted"
        description={reason}
      />
    )
  }
  const sentText = <SentInFile executionId={executionId} fileId={file.id} />
  return (
    <Output output={data.output} outcome={data} initialView={initialView} sentText={sentText} />
  )
}

type OutputProps = {
  readonly output: NonNullable<FileResultView['output']>
  readonly outcome: FileResultView
  readonly initialView: ResultView
  /** The text that was sent to external adapters for the file. */
  readonly sentText: ReactNode
}

function Output({ output, outcome, initialView, sentText }: OutputProps) {
  const [view, setView] = useState(initialView)
  const copy = useCopy()
  const json = JSON.stringify(output, null, 2)

  return (
    <div className="file-result">
      <div className="file-result-head">
        <Segmented<ResultView>
          size="small"
          aria-label="Result view"
          value={view}
          options={[
            { value: 'values', label: 'Values' },
            { value: 'json', label: 'JSON' },
            { value: 'sent', label: 'Sent to providers' },
          ]}
          onChange={setView}
        />
        <UsageText usage={outcome.usage} />
        <Tooltip title="Copy JSON">
          <Button
            type="text"
            size="small"
            aria-label="Copy JSON"
            icon={<CopyOutlined />}
            onClick={() => void copy(json, 'Result copied to clipboard')}
          />
        </Tooltip>
      </div>
      {outcome.error && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title="Some values could not be extracted"
          description={outcome.error}
        />
      )}
      {view === 'values' && outcome.checks.length > 0 && <CheckList checks={outcome.checks} />}
      {view === 'values' && (
        <Values
          values={valuesOf(output, outcome)}
          failures={outcome.failures}
          escalations={outcome.escalations}
        />
      )}
      {view === 'json' && <pre className="mono">{json}</pre>}
      {view === 'sent' && sentText}
    </div>
  )
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 5,
})

function describeUsage(usage: NonNullable<FileResultView['usage']>): string {
  const count = (tokens: number) => tokens.toLocaleString('en-US')
  const cacheNote = usage.cachedTokens > 0 ? ` (${count(usage.cachedTokens)} cached)` : ''
  return `${count(usage.tokens)} tokens${cacheNote} · ${dollars.format(usage.dollars)}`
}

/** Shows tokens and cost, if a model was called. */
function UsageText({ usage }: Pick<FileResultView, 'usage'>) {
  return (
    <small className="faint" title={usage?.models.join(', ')}>
      {usage && describeUsage(usage)}
    </small>
  )
}
