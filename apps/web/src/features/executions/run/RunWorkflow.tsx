import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { Workflow } from '../../workflows/workflows.port.tsx'
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
  const { isBusy, asked, start } = useWorkflowRun()
  const [isAsking, setAsking] = useState(false)
  const isReady = refusal === undefined && !isBusy
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
          loading={isBusy && asked?.action === undefined && asked?.isDryRun !== true}
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
