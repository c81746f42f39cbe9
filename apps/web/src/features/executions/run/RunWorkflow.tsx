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
  /** Why the workflow cannot run yet. */
  readonly refusal: string | undefined
  /** Whether it fetches its files by itself; the others are given them. */
  readonly fetchesFiles?: boolean
}

/** Runs the workflow once, with files from this computer where it does not fetch its own. */
export function RunWorkflow({ workflow, refusal, fetchesFiles = false }: Props) {
  const { execution, isBusy, asked, start } = useWorkflowRun()
  const [isAsking, setAsking] = useState(false)
  const isStepping = execution?.step !== undefined && !isSettled(execution)
  const isReady = refusal === undefined && !isBusy && !isStepping
  // By steps, or dry: its own control says so.
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
