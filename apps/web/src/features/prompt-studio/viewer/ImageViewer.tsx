import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { pageList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { Highlight } from '../outputs/highlights.ts'
import { ImageSheet } from './ImageSheet.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PageStack } from './PageStack.tsx'
import './viewer.css'

type Props = {
  readonly document: PromptDocument
  readonly highlights: readonly Highlight[]
  /** Message shown if the pages cannot be listed. */
  readonly errorMessage: string
}

/** Shows a document of any type as page images from the server, with highlights. */
export function ImageViewer({ document, highlights, errorMessage }: Props) {
  const { name } = document
  const { data: sizes, error, refetch } = useQuery(pageList(document))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback={errorMessage} onRetry={retry} />
  }
  if (!sizes) return <PageSkeleton name={name} />
  if (sizes.length === 0) return <p className="pdf-failure">{name} has no pages.</p>
  return (
    <div className="pdf">
      <PageStack
        sizes={sizes}
        highlights={highlights}
        document={document}
        renderSheet={(page) => <ImageSheet document={document} page={page} />}
      />
    </div>
  )
}
