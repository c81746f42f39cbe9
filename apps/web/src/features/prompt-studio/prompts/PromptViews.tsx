import { ExpandAltOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useRunFacts } from '../state/editor-context.ts'

const DocumentOutputs = lazy(async () => ({
  default: (await import('../outputs/DocumentOutputs.tsx')).DocumentOutputs,
}))
const PromptResults = lazy(async () => ({
  default: (await import('../outputs/PromptResults.tsx')).PromptResults,
}))

type Props = { readonly prompt: Prompt; readonly outputs: readonly PromptOutput[] }
type Shown = 'documents' | 'results' | undefined

/** The ways to look at the outputs of a prompt at large. */
export function PromptViews({ prompt, outputs }: Props) {
  const { documents, document } = useRunFacts()
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  const covered = prompt.coverage.filter((id) => documents.some((it) => it.id === id))

  return (
    <span className="prompt-views">
      <Button type="link" size="small" onClick={() => setShown('documents')}>
        Coverage: {covered.length} of {documents.length} docs
      </Button>
      <Tooltip title="Expand">
        <Button
          type="text"
          size="small"
          aria-label={`Expand the results of ${prompt.key}`}
          icon={<ExpandAltOutlined />}
          disabled={outputs.length === 0}
          onClick={() => setShown('results')}
        />
      </Tooltip>
      <Suspense>
        {shown === 'documents' && <DocumentOutputs prompt={prompt} onClose={close} />}
        {shown === 'results' && document && (
          <PromptResults prompt={prompt} documentId={document.id} onClose={close} />
        )}
      </Suspense>
    </span>
  )
}
