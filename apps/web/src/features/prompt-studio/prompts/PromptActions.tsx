import { FastForwardOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { PreviewButton } from '../previews/PreviewButton.tsx'
import type { Prompt } from '../prompt.ts'
import { useReasonNotToRun } from '../runs/runs.tsx'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptSwitch } from './PromptSwitch.tsx'

/** Actions on a whole prompt. */
export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const { documents } = useRunInputs()
  const runPrompt = useRunPrompt()
  const reasonNotToRun = useReasonNotToRun()
  const { id: promptId, key } = prompt
  return (
    <>
      <PromptSwitch prompt={prompt} />
      <PreviewButton prompt={prompt} />
      <Tooltip title={reasonNotToRun ?? 'Run with all LLM profiles (Ctrl+Enter)'}>
        <Button
          type="text"
          size="small"
          data-run
          aria-label={`Run ${key}`}
          aria-description={reasonNotToRun}
          disabled={reasonNotToRun !== undefined}
          icon={<PlayCircleOutlined />}
          onClick={() => runPrompt({ promptId, onDocuments: 'selected' })}
        />
      </Tooltip>
      {documents.length > 1 && (
        <Tooltip title={reasonNotToRun ?? `Run on all ${documents.length} documents`}>
          <Button
            type="text"
            size="small"
            aria-label={`Run ${key} on all documents`}
            aria-description={reasonNotToRun}
            disabled={reasonNotToRun !== undefined}
            icon={<FastForwardOutlined />}
            onClick={() => runPrompt({ promptId, onDocuments: 'all' })}
          />
        </Tooltip>
      )}
      <PromptMenu prompt={prompt} />
    </>
  )
}
