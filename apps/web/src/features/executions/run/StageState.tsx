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

/** How far the present run is at one stage. */
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

const stateOf: Record<Stage, (run: WorkflowRun) => State | undefined> = {
  source({ execution, sent }) {
    if (sent !== undefined) return { kind: 'busy', text: `Sending, ${Math.floor(sent * 100)} %` }
    if (!execution) return undefined
    if (execution.totalFiles === 0) return { kind: 'waiting', text: 'No files yet' }
    return { kind: 'done', text: plural(execution.totalFiles, 'file') }
  },

  tool({ execution, sent }) {
    if (!execution || sent !== undefined) return undefined
    const { totalFiles: all, failedFiles: failed, successfulFiles: good } = execution
    if (all === 0) return undefined
    if (!isSettled(execution)) return { kind: 'busy', text: `Reading, ${good + failed} of ${all}` }
    if (failed > 0) return { kind: 'failed', text: `${failed} of ${all} failed` }
    return { kind: 'done', text: `Read in ${execution.duration}` }
  },

  destination({ execution }) {
    return execution && isSettled(execution) ? outcome(execution) : undefined
  },
}

function outcome({ successfulFiles, status }: Execution): State {
  if (successfulFiles > 0) return { kind: 'done', text: plural(successfulFiles, 'result') }
  return { kind: 'failed', text: status === 'STOPPED' ? 'Stopped' : 'No results' }
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
