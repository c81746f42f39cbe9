import type { EndpointReply } from '@recto/contract/endpoint'
import type { PromptDocument, readDocument } from '@recto/contract/prompt-documents'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import type { Mark } from '../outputs/marks.ts'
import { original } from '../prompt-studio.queries.ts'
import { ImageViewer } from '../viewer/ImageViewer.tsx'
import { useViewer } from '../viewer/viewer-context.ts'

type Props = { readonly document: PromptDocument; readonly marks: readonly Mark[] }

/** The document as it was uploaded: the browser draws a PDF itself, the server all else. */
export function OriginalView(props: Props) {
  const isPdf = /\.pdf$/i.test(props.document.document_name)
  return isPdf ? <PdfView {...props} /> : <ImageViewer {...props} />
}

function PdfView({ document, marks }: Props) {
  const { tool, document_id } = document
  const {
    data: file,
    error,
    refetch,
  } = useQuery({ ...original(tool, document_id), select: fileOf })
  const Viewer = useViewer()

  if (error) {
    const isGone = error instanceof Refusal && error.status === 404
    const words = isGone ? 'Document not found.' : 'Failed to load the document'
    return <FailureState error={error} fallback={words} onRetry={() => void refetch()} />
  }
  if (!file) return <PaperBone />
  return (
    <Suspense fallback={<PaperBone />}>
      <Viewer file={file} document={document} marks={marks} />
    </Suspense>
  )
}

function fileOf({ data: { data, mime_type } }: EndpointReply<typeof readDocument>): Blob {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return new Blob([bytes], { type: mime_type })
}

type TextProps = { readonly label: string; readonly text: string }

export function TextBody({ label, text }: TextProps) {
  return (
    <section className="raw-text" aria-label={label} {...byKeys}>
      <pre className="mono">{text}</pre>
    </section>
  )
}

/** Stands for a page while its document is on its way. */
export function PaperBone() {
  return (
    <div className="paper-wait" aria-busy="true">
      <div className="bone paper-bone">
        <p className="wait-words" role="status">
          Loading the document …
        </p>
      </div>
    </div>
  )
}
