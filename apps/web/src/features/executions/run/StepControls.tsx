import {
  CalculatorOutlined,
  FastForwardOutlined,
  OrderedListOutlined,
  ReloadOutlined,
  StepForwardOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { ExecutionStep, StepAction } from '@recto/contract/executions/executions'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Workflow } from '../../workflows/workflows.port.tsx'
import { isLive, isSettled } from '../progress.ts'
import { RunFilesDialog } from './RunFilesDialog.tsx'
import { useWorkflowRun } from './workflow-run.ts'

type Props = {
  readonly workflow: Workflow
  /** Reason why the workflow cannot run yet. */
  readonly refusal: string | undefined
  readonly fetchesFiles: boolean
}

const nextOf: Record<ExecutionStep, string> = {
  SOURCE: 'Files received. Next: processing.',
  TOOL: 'Files processed. Next: delivery.',
  DESTINATION: 'Results delivered.',
}

const progressTexts: Record<ExecutionStep, string> = {
  SOURCE: 'Receiving files…',
  TOOL: 'Processing files…',
  DESTINATION: 'Delivering results…',
}

/** Controls a run step by step: load files, process them, deliver the values. */
export function StepControls({ workflow, refusal, fetchesFiles }: Props) {
  const { execution, isBusy, blocksStart, request, start } = useWorkflowRun()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const step = execution && !isSettled(execution) ? execution.step : undefined
  const isReady = refusal === undefined && !isBusy && !blocksStart
  const act = (action: StepAction) => start({ files: [], action })
  const startRun = () => (fetchesFiles ? act('START') : setDialogOpen(true))
  const control = (action: StepAction, isOn: boolean) => ({
    isOn: isOn && request === undefined,
    isGoingOn: request?.action === action,
    onClick: () => act(action),
  })

  return (
    <section className="step-controls" aria-label="Step by step">
      {fetchesFiles && <SourceRuns refusal={refusal} isReady={isReady} />}
      <Control
        {...control('START', isReady)}
        icon={<OrderedListOutlined aria-hidden="true" />}
        hint={refusal}
        onClick={startRun}
      >
        Start step execution
      </Control>
      <Control
        {...control('NEXT', step?.isCompleted === true)}
        icon={<StepForwardOutlined aria-hidden="true" />}
      >
        Next step
      </Control>
      <Control
        {...control('CONTINUE', step !== undefined && step.at !== 'DESTINATION')}
        icon={<FastForwardOutlined aria-hidden="true" />}
      >
        Execute remaining steps
      </Control>
      <Control
        {...control('STOP', true)}
        isOn={execution !== undefined && isLive(execution) && request?.action !== 'STOP'}
        icon={<StopOutlined aria-hidden="true" />}
      >
        Stop execution
      </Control>
      <span className="step-at" role="status">
        {step && (step.isCompleted ? nextOf : progressTexts)[step.at]}
      </span>
      {isDialogOpen && (
        <RunFilesDialog
          name={`${workflow.name} step by step`}
          onClose={() => setDialogOpen(false)}
          onSubmit={(files) => start({ files, action: 'START' })}
        />
      )}
    </section>
  )
}

type SourceRunsProps = Pick<Props, 'refusal'> & { readonly isReady: boolean }

/** Starts special runs of a workflow that fetches its files. */
function SourceRuns({ refusal, isReady }: SourceRunsProps) {
  const { request, start } = useWorkflowRun()
  return (
    <>
      <Control
        icon={<ReloadOutlined aria-hidden="true" />}
        hint={refusal ?? 'Also reads the files that an earlier run has read but not delivered'}
        isOn={isReady}
        isGoingOn={request?.usesEarlierResults === false}
        onClick={() => start({ files: [], usesEarlierResults: false })}
      >
        Run without earlier results
      </Control>
      <Control
        icon={<CalculatorOutlined aria-hidden="true" />}
        hint={refusal ?? 'Processes three files and estimates the cost of the whole source'}
        isOn={isReady}
        isGoingOn={request?.isDryRun === true}
        onClick={() => start({ files: [], isDryRun: true })}
      >
        Dry run
      </Control>
    </>
  )
}

type ControlProps = {
  readonly icon: ReactNode
  readonly hint?: string | undefined
  readonly isOn: boolean
  readonly isGoingOn: boolean
  readonly children: string
  onClick(): void
}

function Control({ icon, hint, isOn, isGoingOn, children, onClick }: ControlProps) {
  return (
    <Tooltip title={hint}>
      <Button
        size="small"
        icon={icon}
        loading={isGoingOn}
        disabled={!isOn && !isGoingOn}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
