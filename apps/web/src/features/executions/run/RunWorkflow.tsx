import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { Workflow } from '../../workflows/workflows.port.tsx'
import { isSettled } from '../progress.ts'
import { RunFilesDialog } from './RunFilesDialog.tsx'
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
  const { execution, isBusy, request, start } = useWorkflowRun()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const isStepping = execution?.step !== undefined && !isSettled(execution)
  const isReady = refusal === undefined && !isBusy && !isStepping
  // Stepwise and dry runs are shown by other controls.
  const isOtherRun = request
    ? request.action !== undefined ||
      request.isDryRun === true ||
      request.usesEarlierResults === false
    : execution?.step !== undefined || execution?.isDryRun === true
  const openFilesOrRun = () =>
    fetchesFiles && isReady ? start({ files: [] }) : setDialogOpen(isReady)
  useCommands(
    isReady
      ? [
          {
            id: 'run-workflow',
            title: 'Run Workflow',
            group: 'This page',
            shortcut: 'r',
            run: openFilesOrRun,
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
          onClick={openFilesOrRun}
        >
          Run Workflow
        </Button>
      </Tooltip>
      {isDialogOpen && (
        <RunFilesDialog
          name={workflow.name}
          onClose={() => setDialogOpen(false)}
          onSubmit={(files) => start({ files })}
        />
      )}
    </>
  )
}
