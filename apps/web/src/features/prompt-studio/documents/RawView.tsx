import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Refusal } from '../../../shared/api/refusal.ts'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { extractedText } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useIsReadOnly } from '../state/read-only.ts'
import { useIndexing } from './indexing.tsx'
import { PaperBone, TextBody } from './OriginalView.tsx'

const MISSING = 'Raw content is not available. Please index or re-index to generate it.'

/** The text that prompts see, laid out as on the page. */
export function RawView({ document }: { readonly document: PromptDocument }) {
  const { data, error, refetch } = useQuery(extractedText(document))

  if (error instanceof Refusal && error.status === 404) return <NotRead document={document} />
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Fail to load the file" onRetry={retry} />
  }
  if (data === undefined) return <PaperBone />
  return <TextBody label={`Text of ${document.name}`} text={data} />
}

function NotRead({ document }: { readonly document: PromptDocument }) {
  const { index, states } = useIndexing()
  const isReadOnly = useIsReadOnly()
  return (
    <div className="pane-body">
      <EmptyState title="Not read yet" explanation={MISSING}>
        <Button
          type="primary"
          disabled={isReadOnly}
          loading={states.get(document.id)?.kind === 'running'}
          onClick={() => index(document)}
        >
          Index the document
        </Button>
      </EmptyState>
    </div>
  )
}
