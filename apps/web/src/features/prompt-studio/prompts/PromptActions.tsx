import { FastForwardOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { PreviewButton } from '../previews/PreviewButton.tsx'
import type { Prompt } from '../prompt.ts'
import { useRunRefusal } from '../runs/runs.tsx'
import { useRunPrompt } from '../runs/use-run-prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptSwitch } from './PromptSwitch.tsx'

/** Actions on a whole prompt. */
export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const { documents } = useRunFacts()
  const runPrompt = useRunPrompt()
  const refusal = useRunRefusal()
  const { id: promptId, key } = prompt
  return (
    <>
      <PromptSwitch prompt={prompt} />
      <PreviewButton prompt={prompt} />
      <Tooltip title={refusal ?? 'Run with all LLM profiles (Ctrl+Enter)'}>
        <Button
          type="text"
          size="small"
          data-run
          aria-label={`Run ${key}`}
          aria-description={refusal}
          disabled={refusal !== undefined}
          icon={<PlayCircleOutlined />}
          onClick={() => runPrompt({ promptId, onDocuments: 'selected' })}
        />
      </Tooltip>
      {documents.length > 1 && (
        <Tooltip title={refusal ?? `Run on all ${documents.length} documents`}>
          <Button
            type="text"
            size="small"
            aria-label={`Run ${key} on all documents`}
            aria-description={refusal}
            disabled={refusal !== undefined}
            icon={<FastForwardOutlined />}
            onClick={() => runPrompt({ promptId, onDocuments: 'all' })}
          />
        </Tooltip>
      )}
      <PromptMenu prompt={prompt} />
    </>
  )
}
