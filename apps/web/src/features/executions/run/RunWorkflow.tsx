import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { Workflow } from '../../workflows/workflows.port.tsx'
import { isSettled } from '../progress.ts'
import { AskForFiles } from './AskForFiles.tsx'
import { useWorkflowRun } from './workflow-run.ts'

type Props = {
  readonly workflow: Workflow
  /** Reason why the workflow cannot run yet. */
  readonly refusal: string | undefined
  /** Whether it fetches its files from a source; otherwise the user provides them. */
  readonly fetchesFiles?: boolean
}

/** Runs the workflow once, with files of the user unless it fetches them from a source. */
export function RunWorkflow({ workflow, refusal, fetchesFiles = false }: Props) {
  const { execution, isBusy, asked, start } = useWorkflowRun()
  const [isAsking, setAsking] = useState(false)
  const isStepping = execution?.step !== undefined && !isSettled(execution)
  const isReady = refusal === undefined && !isBusy && !isStepping
  // Stepwise and dry runs are shown by other controls.
  const isOtherRun = asked
    ? asked.action !== undefined || asked.isDryRun === true
    : execution?.step !== undefined || execution?.isDryRun === true
  const ask = () => (fetchesFiles && isReady ? start({ files: [] }) : setAsking(isReady))
  useCommands(
    isReady
      ? [
          {
            id: 'run-workflow',
            title: 'Run Workflow',
            group: 'This page',
            shortcut: 'r',
            run: ask,
          },
        ]
      : [],
  )

  return (
    <>
      <Tooltip title={refusal}>
        <Button
          type="primary"
          icon={<PlayCircleOutlined aria-hidden="true" />}
          loading={isBusy && !isOtherRun}
          disabled={!isReady}
          onClick={ask}
        >
          Run Workflow
        </Button>
      </Tooltip>
      {isAsking && (
        <AskForFiles
          name={workflow.name}
          onClose={() => setAsking(false)}
          onChosen={(files) => start({ files })}
        />
      )}
    </>
  )
}
