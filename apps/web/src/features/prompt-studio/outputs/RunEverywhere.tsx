import { FastForwardOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { Cell } from '../run.ts'
import { useReasonNotToRun } from '../runs/runs.tsx'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'

type Props = { readonly cell: Cell; readonly label: string }

/** Runs one prompt under one profile on every document. */
export function RunEverywhere({ cell: { promptId, profileId }, label }: Props) {
  const { documents, profiles } = useRunInputs()
  const runPrompt = useRunPrompt()
  const reasonNotToRun = useReasonNotToRun()
  // With a single profile, the button of the card does the same.
  if (documents.length < 2 || profiles.length < 2) return null
  return (
    <Tooltip title={reasonNotToRun ?? 'Run on all documents'}>
      <Button
        type="text"
        size="small"
        aria-label={`Run ${label} on all documents`}
        aria-description={reasonNotToRun}
        disabled={reasonNotToRun !== undefined}
        icon={<FastForwardOutlined />}
        onClick={() => runPrompt({ promptId, profileId, onDocuments: 'all' })}
      />
    </Tooltip>
  )
}
