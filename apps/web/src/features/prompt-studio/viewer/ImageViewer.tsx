import type { PromptDocument } from '@recto/contract/prompt-documents'
import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import type { Mark } from '../outputs/marks.ts'
import { pageList } from '../prompt-studio.queries.ts'
import { ImageSheet } from './ImageSheet.tsx'
import { PageBone } from './PageBone.tsx'
import { PageStack } from './PageStack.tsx'
import './viewer.css'

type Props = { readonly document: PromptDocument; readonly marks: readonly Mark[] }

/** A document of any type, drawn by the server, with the places of the values on its pages. */
export function ImageViewer({ document, marks }: Props) {
  const { tool, document_id, document_name: name } = document
  const { data, error, refetch } = useQuery(pageList(tool, document_id))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the document" onRetry={retry} />
  }
  if (!data) return <PageBone name={name} />
  if (data.pages.length === 0) return <p className="pdf-failure">{name} has no page to show.</p>
  return (
    <div className="pdf">
      <PageStack
        sizes={data.pages}
        marks={marks}
        document={document}
        drawSheet={(page) => <ImageSheet document={document} page={page} />}
      />
    </div>
  )
}
