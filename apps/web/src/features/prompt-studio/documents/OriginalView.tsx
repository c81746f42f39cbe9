import type { Reply } from '@recto/contract/endpoint'
import type { PromptDocument, readDocument } from '@recto/contract/prompt-documents'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { FailureState } from '../../../shared/FailureState.tsx'
import { Refusal } from '../../../shared/refusal.ts'
import { byKeys } from '../editor/by-keys.ts'
import type { Mark } from '../outputs/marks.ts'
import { original } from '../prompt-studio.queries.ts'
import { useViewer } from '../viewer/viewer-context.ts'

type Props = { readonly document: PromptDocument; readonly marks: readonly Mark[] }

/** The document as it was uploaded. */
export function OriginalView({ document, marks }: Props) {
  const { tool, document_id, document_name } = document
  const { data, error, refetch } = useQuery({ ...original(tool, document_id), select: contentOf })
  const Viewer = useViewer()

  if (error) {
    const isGone = error instanceof Refusal && error.status === 404
    const words = isGone ? 'Document not found.' : 'Failed to load the document'
    return <FailureState error={error} fallback={words} onRetry={() => void refetch()} />
  }
  if (!data) return <PaperBone />
  if (data.kind === 'text') return <TextBody label={document_name} text={data.text} />
  if (data.kind === 'other') {
    const extension = document_name.split('.').at(-1) ?? ''
    return <p className="pane-note">Unsupported file type: {extension}</p>
  }
  return (
    <Suspense fallback={<PaperBone />}>
      <Viewer file={data.file} name={document_name} marks={marks} />
    </Suspense>
  )
}

type Content =
  | { readonly kind: 'pdf'; readonly file: Blob }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'other' }

function contentOf({ data: { data, mime_type } }: Reply<typeof readDocument>): Content {
  if (mime_type === 'text/plain') return { kind: 'text', text: data }
  if (mime_type !== 'application/pdf') return { kind: 'other' }
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  return { kind: 'pdf', file: new Blob([bytes], { type: mime_type }) }
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
      <span className="visually-hidden" role="status">
        Loading the document
      </span>
      <div className="bone paper-bone" />
    </div>
  )
}
