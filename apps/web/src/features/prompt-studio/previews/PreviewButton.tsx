import { EyeOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

/** Shows the prompt that a run would send, before it costs anything. */
export function PreviewButton({ prompt }: { readonly prompt: Prompt }) {
  const [isOpen, setOpen] = useState(false)
  const { profiles, document } = useRunInputs()
  const isPossible = document !== undefined && profiles.length > 0
  const reason = isPossible ? 'Preview prompt' : 'Select a document and add a profile first'

  return (
    <>
      <Tooltip title={reason}>
        <Button
          type="text"
          size="small"
          aria-label={`Preview ${prompt.key}`}
          icon={<EyeOutlined />}
          disabled={!isPossible}
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {isOpen && document && (
        <PreviewDialog prompt={prompt} documentId={document.id} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
