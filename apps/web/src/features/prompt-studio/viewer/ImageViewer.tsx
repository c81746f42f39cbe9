import { useQuery } from '@tanstack/react-query'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { pageList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { Mark } from '../outputs/marks.ts'
import { ImageSheet } from './ImageSheet.tsx'
import { PageBone } from './PageBone.tsx'
import { PageStack } from './PageStack.tsx'
import './viewer.css'

type Props = {
  readonly document: PromptDocument
  readonly marks: readonly Mark[]
  /** Said when its pages cannot be told. */
  readonly failure: string
}

/** A document of any type, drawn by the server, with the places of the values on its pages. */
export function ImageViewer({ document, marks, failure }: Props) {
  const { name } = document
  const { data: sizes, error, refetch } = useQuery(pageList(document))

  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback={failure} onRetry={retry} />
  }
  if (!sizes) return <PageBone name={name} />
  if (sizes.length === 0) return <p className="pdf-failure">{name} has no page to show.</p>
  return (
    <div className="pdf">
      <PageStack
        sizes={sizes}
        marks={marks}
        document={document}
        drawSheet={(page) => <ImageSheet document={document} page={page} />}
      />
    </div>
  )
}
