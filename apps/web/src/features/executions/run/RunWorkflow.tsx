import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Modal, Tooltip } from 'antd'
import { useState } from 'react'
import { useCommands } from '../../../shared/commands/commands.ts'
import type { Workflow } from '../../workflows/workflows.port.tsx'
import { FilePicker } from './FilePicker.tsx'
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
  const { isBusy, start } = useWorkflowRun()
  const [isAsking, setAsking] = useState(false)
  const isReady = refusal === undefined && !isBusy
  const ask = () => (fetchesFiles && isReady ? start([]) : setAsking(isReady))
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
          loading={isBusy}
          disabled={!isReady}
          onClick={ask}
        >
          Run Workflow
        </Button>
      </Tooltip>
      {isAsking && (
        <AskForFiles name={workflow.name} onClose={() => setAsking(false)} onChosen={start} />
      )}
    </>
  )
}

type AskProps = {
  readonly name: string
  onClose(): void
  onChosen(files: readonly File[]): void
}

function AskForFiles({ name, onClose, onChosen }: AskProps) {
  const [files, setFiles] = useState<readonly File[]>([])

  function handleContinue() {
    onClose()
    onChosen(files)
  }
  return (
    <Modal
      open
      width={520}
      title={`Run ${name}`}
      okText="Continue"
      okButtonProps={{ disabled: files.length === 0 }}
      onOk={handleContinue}
      onCancel={onClose}
    >
      <FilePicker files={files} onChange={setFiles} />
    </Modal>
  )
}
