import { FastForwardOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { Cell } from '../run.ts'
import { useRunRefusal } from '../runs/runs.tsx'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'

type Props = { readonly cell: Cell; readonly label: string }

/** Runs one prompt under one profile on every document. */
export function RunEverywhere({ cell: { promptId, profileId }, label }: Props) {
  const { documents, profiles } = useRunFacts()
  const runPrompt = useRunPrompt()
  const refusal = useRunRefusal()
  // With a single profile, the button of the card does the same.
  if (documents.length < 2 || profiles.length < 2) return null
  return (
    <Tooltip title={refusal ?? 'Run on all documents'}>
      <Button
        type="text"
        size="small"
        aria-label={`Run ${label} on all documents`}
        aria-description={refusal}
        disabled={refusal !== undefined}
        icon={<FastForwardOutlined />}
        onClick={() => runPrompt({ promptId, profileId, onDocuments: 'all' })}
      />
    </Tooltip>
  )
}
