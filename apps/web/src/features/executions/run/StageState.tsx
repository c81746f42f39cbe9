import { CheckOutlined, CloseOutlined, LoadingOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Execution } from '../execution.ts'
import { isSettled } from '../progress.ts'
import { useWorkflowRun, type WorkflowRun } from './workflow-run.ts'
import './run.css'

type Stage = 'source' | 'tool' | 'destination'
type State = { readonly kind: 'busy' | 'done' | 'failed' | 'waiting'; readonly text: string }

const icons: Record<State['kind'], ReactNode> = {
  busy: <LoadingOutlined />,
  done: <CheckOutlined />,
  failed: <CloseOutlined />,
  waiting: null,
}

const stateOf: Record<Stage, (run: WorkflowRun) => State | undefined> = {
  source({ execution, uploadedShare }) {
    if (uploadedShare !== undefined)
      return { kind: 'busy', text: `Uploading: ${Math.floor(uploadedShare * 100)}%` }
    if (!execution) return undefined
    if (execution.totalFiles === 0) {
      return { kind: 'waiting', text: isSettled(execution) ? 'No new files' : 'No files yet' }
    }
    return { kind: 'done', text: plural(execution.totalFiles, 'file') }
  },

  tool({ execution, uploadedShare }) {
    if (!execution || uploadedShare !== undefined || execution.totalFiles === 0) return undefined
    return isSettled(execution) ? describeReading(execution) : describeProgress(execution)
  },

  destination({ execution, uploadedShare }) {
    if (!execution || uploadedShare !== undefined) return undefined
    if (isSettled(execution)) return outcome(execution)
    const { step, isWaitingForReview, filesInReview } = execution
    if (isWaitingForReview) {
      return { kind: 'waiting', text: `${plural(filesInReview, 'file')} waiting for review` }
    }
    if (step?.at === 'TOOL' && step.isCompleted) {
      return { kind: 'waiting', text: 'Waiting for the next step' }
    }
    if (step?.at !== 'DESTINATION') return undefined
    return { kind: 'busy', text: `Delivering: ${countsOf(execution)}` }
  },
}

/** Shows the progress of the current run at one stage. */
export function StageState({ stage }: { readonly stage: Stage }) {
  const state = stateOf[stage](useWorkflowRun())
  return (
    <span className="stage-state" data-kind={state?.kind} role="status">
      {state && (
        <>
          <span aria-hidden="true">{icons[state.kind]}</span> {state.text}
        </>
      )}
    </span>
  )
}

function describeProgress(execution: Execution): State {
  const { step, totalFiles, isWaitingForReview } = execution
  if (isWaitingForReview) return { kind: 'done', text: `${plural(totalFiles, 'file')} processed` }
  if (step?.at === 'SOURCE') return { kind: 'waiting', text: 'Waiting for the next step' }
  if (step?.at === 'TOOL' && step.isCompleted) {
    return { kind: 'done', text: `${plural(totalFiles, 'file')} processed` }
  }
  return { kind: 'busy', text: `Processing: ${countsOf(execution)}` }
}

function describeReading(execution: Execution): State {
  const {
    status,
    totalFiles: totalCount,
    failedFiles: failedCount,
    successfulFiles: successCount,
  } = execution
  if (failedCount > 0) return { kind: 'failed', text: `${failedCount} of ${totalCount} failed` }
  if (status === 'STOPPED')
    return { kind: 'failed', text: `Stopped after ${successCount} of ${totalCount}` }
  return { kind: 'done', text: `Processed in ${execution.duration}` }
}

function outcome({ successfulFiles, totalFiles, status, isDryRun }: Execution): State {
  if (isDryRun) return { kind: 'waiting', text: 'Dry run, not delivered' }
  if (totalFiles === 0 && status === 'COMPLETED') return { kind: 'waiting', text: 'Nothing to do' }
  if (successfulFiles > 0) return { kind: 'done', text: plural(successfulFiles, 'result') }
  return { kind: 'failed', text: status === 'STOPPED' ? 'Stopped' : 'No results' }
}

/** Failed files are never among the processed ones, as everywhere. */
function countsOf({ successfulFiles, totalFiles, failedFiles }: Execution): string {
  const progress = `${successfulFiles} of ${totalFiles}`
  return failedFiles > 0 ? `${progress}, ${failedFiles} failed` : progress
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
