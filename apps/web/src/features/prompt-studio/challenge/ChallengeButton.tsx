import { AuditOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { PromptOutput } from '../output.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { ChallengeDialog } from './ChallengeDialog.tsx'

type Props = {
  readonly output: PromptOutput | undefined
  readonly label: string
  readonly documentId: string
}

/**
 * Opens the log of how an answer was challenged. Hidden if there is no log and challenging is off.
 */
export function ChallengeButton({ output, label, documentId }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { isChallenged } = useRunInputs()
  const log = output?.challenge
  if (!log && !isChallenged) return null
  const title = log ? 'LLMChallenge Log' : 'No LLMChallenge Log Available'

  return (
    <>
      <Tooltip title={title}>
        <Button
          type="text"
          size="small"
          aria-label={`LLMChallenge log for ${label}`}
          icon={<AuditOutlined />}
          disabled={!log}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && output && log && (
        <ChallengeDialog
          log={log}
          output={output}
          documentId={documentId}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
