import type { ExecutionStep } from '@recto/contract/executions/executions'
import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useState } from 'react'
import { usePaths } from '../../../shared/navigation/paths.ts'
import type { Execution, FileExecution } from '../execution.ts'
import { isSettled } from '../progress.ts'
import { ExpectedAmount } from '../result/ExpectedAmount.tsx'
import { FileResult, type ResultView } from '../result/FileResult.tsx'
import { StatusTag } from '../StatusTag.tsx'
import { useWorkflowRun } from './workflow-run.ts'
import './run.css'

type Props = { readonly stage: 'source' | 'tool' | 'destination' }

const views: Record<Props['stage'], ResultView | undefined> = {
  source: undefined,
  tool: 'values',
  destination: 'json',
}

/** Shows the input and output of a stage in the current run. */
export function StageData({ stage }: Props) {
  const { execution, files } = useWorkflowRun()
  const [selectedId, setSelectedId] = useState<string>()
  const to = usePaths()
  const file = files.find(({ id }) => id === selectedId) ?? files[0]
  const view = views[stage]
  const completedStage = completedStep(execution)

  if (!execution) {
    return <p className="run-none">Run the workflow to see its input and output.</p>
  }
  return (
    <>
      {execution.errorMessage && (
        <Alert banner type="error" role="alert" title={execution.errorMessage} />
      )}
      <ExpectedAmount execution={execution} />
      <div className="run-data">
        <section aria-label={view ? 'Input' : 'Output'}>
          <h3>{view ? 'Input' : 'Output'}</h3>
          <FileList
            files={completedStage ? files.map(withPendingStatus) : files}
            areRead={completedStage === 'TOOL'}
            selectedId={view && file?.id}
            onSelect={setSelectedId}
          />
          <Link className="run-link" to={to.executionLog('WF', execution.id)}>
            Open this run in the logs
          </Link>
        </section>
        {view && (
          <section aria-label="Output">
            <h3>Output</h3>
            {file && (
              <FileResult
                key={`${file.id} ${view}`}
                executionId={execution.id}
                file={file}
                initialView={view}
                isRead={completedStage === 'TOOL' || isSettled(file)}
              />
            )}
          </section>
        )}
      </div>
    </>
  )
}

/** Returns the completed step after which all files wait for the next one. */
const completedStep = (execution: Execution | undefined): ExecutionStep | undefined =>
  execution?.step?.isCompleted && !isSettled(execution) ? execution.step.at : undefined

/**
 * Shows a file that waits for the next step as pending, although the server counts it as in
 * progress.
 */
const withPendingStatus = (file: FileExecution): FileExecution =>
  isSettled(file) ? file : { ...file, status: 'PENDING' }

type FileListProps = {
  readonly files: readonly FileExecution[]
  /** Whether those that are not finished have been read, and wait for their delivery. */
  readonly areRead: boolean
  /** Id of the file whose result is shown; without one, files cannot be selected. */
  readonly selectedId: string | undefined
  onSelect(id: string): void
}

function FileList({ files, areRead, selectedId, onSelect }: FileListProps) {
  return (
    <ul className="run-files">
      {files.map((file) => (
        <li key={file.id}>
          {selectedId === undefined ? (
            <div className="run-file">
              <FileFacts file={file} areRead={areRead} />
            </div>
          ) : (
            <button
              type="button"
              className="run-file"
              aria-pressed={file.id === selectedId}
              onClick={() => onSelect(file.id)}
            >
              <FileFacts file={file} areRead={areRead} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

type FileFactsProps = { readonly file: FileExecution; readonly areRead: boolean }

function FileFacts({ file, areRead }: FileFactsProps) {
  return (
    <>
      <span className="run-file-name">{file.name}</span>
      <span className="run-file-facts">
        <StatusTag
          status={file.status}
          isInReview={file.isInReview}
          isRead={areRead && !isSettled(file)}
        />{' '}
        <span className="mono">{file.size}</span>
      </span>
    </>
  )
}
