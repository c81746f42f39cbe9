import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../shared/api/refusal.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { summaryText } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { useSummarizer } from '../summary/use-summarizer.ts'
import { NotIndexed } from './NotIndexed.tsx'
import { DocumentSkeleton, TextBody } from './OriginalView.tsx'

const MISSING = 'Summary is not available. Please index or re-index to generate it.'

/** Shows the summary of the document and the profile that created it. */
export function SummaryView({ document }: { readonly document: PromptDocument }) {
  const { data, error, refetch } = useQuery(summaryText(document))
  const profile = useSummarizer()

  if (error instanceof Refusal && error.status === 404)
    return <NotIndexed document={document} title="Not summarized yet" explanation={MISSING} />
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Fail to load the file" onRetry={retry} />
  }
  if (data === undefined) return <DocumentSkeleton />
  return (
    <>
      {profile && <p className="summary-profile">Summarized with {profile.name}</p>}
      <TextBody label={`Summary of ${document.name}`} text={data} />
    </>
  )
}
