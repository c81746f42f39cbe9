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
  const [chosen, setChosen] = useState<string>()
  const to = usePaths()
  const file = files.find(({ id }) => id === chosen) ?? files[0]
  const view = views[stage]
  const waitsAfter = stepThrough(execution)

  if (!execution) {
    return <p className="run-none">Run the workflow to see what goes in and what comes out.</p>
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
            files={waitsAfter ? files.map(atRest) : files}
            chosen={view && file?.id}
            onChoose={setChosen}
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
                isRead={waitsAfter === 'TOOL' || isSettled(file)}
              />
            )}
          </section>
        )}
      </div>
    </>
  )
}

/** Returns the completed step after which all files wait for the next one. */
const stepThrough = (execution: Execution | undefined): ExecutionStep | undefined =>
  execution?.step?.isThrough && !isSettled(execution) ? execution.step.at : undefined

/**
 * Shows a file that waits for the next step as pending, although the server counts it as in
 * progress.
 */
const atRest = (file: FileExecution): FileExecution =>
  isSettled(file) ? file : { ...file, status: 'PENDING' }

type FileListProps = {
  readonly files: readonly FileExecution[]
  /** Id of the file whose result is shown; without one, files cannot be selected. */
  readonly chosen: string | undefined
  onChoose(id: string): void
}

function FileList({ files, chosen, onChoose }: FileListProps) {
  return (
    <ul className="run-files">
      {files.map((file) => (
        <li key={file.id}>
          {chosen === undefined ? (
            <div className="run-file">
              <FileFacts file={file} />
            </div>
          ) : (
            <button
              type="button"
              className="run-file"
              aria-pressed={file.id === chosen}
              onClick={() => onChoose(file.id)}
            >
              <FileFacts file={file} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function FileFacts({ file }: { readonly file: FileExecution }) {
  return (
    <>
      <span className="run-file-name">{file.name}</span>
      <span className="run-file-facts">
        <StatusTag status={file.status} /> <span className="mono">{file.size}</span>
      </span>
    </>
  )
}
