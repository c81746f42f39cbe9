import { useQuery } from '@tanstack/react-query'
import { Refusal } from '../../../shared/api/refusal.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { extractedText } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import { NotIndexed } from './NotIndexed.tsx'
import { DocumentSkeleton, TextBody } from './OriginalView.tsx'

const MISSING = 'Raw content is not available. Please index or re-index to generate it.'

/** Shows the text that prompts get, laid out as on the page. */
export function RawView({ document }: { readonly document: PromptDocument }) {
  const { data, error, refetch } = useQuery(extractedText(document))

  if (error instanceof Refusal && error.status === 404)
    return <NotIndexed document={document} title="Not indexed yet" explanation={MISSING} />
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Fail to load the file" onRetry={retry} />
  }
  if (data === undefined) return <DocumentSkeleton />
  return <TextBody label={`Text of ${document.name}`} text={data} />
}
