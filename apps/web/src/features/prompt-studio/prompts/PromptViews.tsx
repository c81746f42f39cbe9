import { ExpandAltOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { PromptOutput } from '../output.ts'
import type { Prompt } from '../prompt.ts'
import { useRunInputs } from '../state/editor-context.ts'

const DocumentOutputs = lazy(async () => ({
  default: (await import('../outputs/DocumentOutputs.tsx')).DocumentOutputs,
}))
const PromptResults = lazy(async () => ({
  default: (await import('../outputs/PromptResults.tsx')).PromptResults,
}))

type Props = { readonly prompt: Prompt; readonly outputs: readonly PromptOutput[] }
type OpenDialog = 'documents' | 'results' | undefined

/** Opens the outputs of a prompt in a dialog: over all documents, or over all profiles. */
export function PromptViews({ prompt, outputs }: Props) {
  const { documents, document } = useRunInputs()
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  const coveredDocuments = prompt.coverage.filter((id) =>
    documents.some((candidate) => candidate.id === id),
  )

  return (
    <span className="prompt-views">
      <Button type="link" size="small" onClick={() => setOpenDialog('documents')}>
        Coverage: {coveredDocuments.length} of {documents.length} docs
      </Button>
      <Tooltip title="Expand">
        <Button
          type="text"
          size="small"
          aria-label={`Expand the results for ${prompt.key}`}
          icon={<ExpandAltOutlined />}
          disabled={outputs.length === 0}
          onClick={() => setOpenDialog('results')}
        />
      </Tooltip>
      <Suspense>
        {openDialog === 'documents' && <DocumentOutputs prompt={prompt} onClose={close} />}
        {openDialog === 'results' && document && (
          <PromptResults prompt={prompt} documentId={document.id} onClose={close} />
        )}
      </Suspense>
    </span>
  )
}
