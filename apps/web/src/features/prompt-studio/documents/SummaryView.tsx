import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Refusal } from '../../../shared/api/refusal.ts'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { summaryText } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useIsReadOnly } from '../state/read-only.ts'
import { useSummarizer } from '../summary/use-summarizer.ts'
import { useIndexing } from './indexing.tsx'
import { PaperBone, TextBody } from './OriginalView.tsx'

const MISSING = 'Summary is not available. Please index or re-index to generate it.'

/** The summary of the document, and which profile made it. */
export function SummaryView({ document }: { readonly document: PromptDocument }) {
  const { data, error, refetch } = useQuery(summaryText(document))
  const profile = useSummarizer()

  if (error instanceof Refusal && error.status === 404) return <NotMade document={document} />
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Fail to load the file" onRetry={retry} />
  }
  if (data === undefined) return <PaperBone />
  return (
    <>
      {profile && <p className="summary-profile">Summarised with {profile.name}</p>}
      <TextBody label={`Summary of ${document.name}`} text={data} />
    </>
  )
}

function NotMade({ document }: { readonly document: PromptDocument }) {
  const { index, states } = useIndexing()
  const isReadOnly = useIsReadOnly()
  return (
    <div className="pane-body">
      <EmptyState title="Not summarised yet" explanation={MISSING}>
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
