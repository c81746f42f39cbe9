import { FastForwardOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { PreviewButton } from '../previews/PreviewButton.tsx'
import type { Prompt } from '../prompt.ts'
import { useStartScope } from '../runs/use-start-scope.ts'
import { useRunFacts } from '../state/editor-context.ts'
import { PromptMenu } from './PromptMenu.tsx'
import { PromptSwitch } from './PromptSwitch.tsx'

/** What is done with a prompt as a whole. */
export function PromptActions({ prompt }: { readonly prompt: Prompt }) {
  const { documents } = useRunFacts()
  const start = useStartScope()
  const { id: promptId, key } = prompt
  return (
    <>
      <PromptSwitch prompt={prompt} />
      <PreviewButton prompt={prompt} />
      <Tooltip title="Run with all LLM profiles (Ctrl Enter)">
        <Button
          type="text"
          size="small"
          data-run
          aria-label={`Run ${key}`}
          icon={<PlayCircleOutlined />}
          onClick={() => start({ promptId, onDocuments: 'selected' })}
        />
      </Tooltip>
      {documents.length > 1 && (
        <Tooltip title={`Run on all ${documents.length} documents`}>
          <Button
            type="text"
            size="small"
            aria-label={`Run ${key} on all documents`}
            icon={<FastForwardOutlined />}
            onClick={() => start({ promptId, onDocuments: 'all' })}
          />
        </Tooltip>
      )}
      <PromptMenu prompt={prompt} />
    </>
  )
}
