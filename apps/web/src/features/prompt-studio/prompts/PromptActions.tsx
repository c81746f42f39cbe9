import { FastForwardOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { PreviewButton } from '../previews/PreviewButton.tsx'
import type { Prompt } from '../prompt.ts'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptSwitch } from './PromptSwitch.tsx'

/** Actions on a whole prompt. */
export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const { documents } = useRunFacts()
  const runPrompt = useRunPrompt()
  const { id: promptId, key } = prompt
  return (
    <>
      <PromptSwitch prompt={prompt} />
      <PreviewButton prompt={prompt} />
      <Tooltip title="Run with all LLM profiles (Ctrl+Enter)">
        <Button
          type="text"
          size="small"
          data-run
          aria-label={`Run ${key}`}
          icon={<PlayCircleOutlined />}
          onClick={() => runPrompt({ promptId, onDocuments: 'selected' })}
        />
      </Tooltip>
      {documents.length > 1 && (
        <Tooltip title={`Run on all ${documents.length} documents`}>
          <Button
            type="text"
            size="small"
            aria-label={`Run ${key} on all documents`}
            icon={<FastForwardOutlined />}
            onClick={() => runPrompt({ promptId, onDocuments: 'all' })}
          />
        </Tooltip>
      )}
      <PromptMenu prompt={prompt} />
    </>
  )
}
