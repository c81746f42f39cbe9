import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { byKeys } from '../../../shared/layout/by-keys.ts'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { original, pageList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { Mark } from '../outputs/marks.ts'
import { useViewerWords } from '../state/viewer-words.ts'
import { ImageViewer } from '../viewer/ImageViewer.tsx'
import { useViewer } from '../viewer/viewer-context.ts'
import { unknownTypeOf } from './check-file.ts'
import { UnlockForm } from './UnlockForm.tsx'
import { useGone } from './use-gone.ts'

type Props = { readonly document: PromptDocument; readonly marks: readonly Mark[] }

/** The document as it was uploaded: the browser draws a PDF itself, the server all else. */
export function OriginalView(props: Props) {
  const isPdf = /\.pdf$/i.test(props.document.name)
  return isPdf ? <PdfView {...props} /> : <ImageView {...props} />
}

/** Pages that cannot be listed may be those of a document that is gone; the viewer says all else. */
function ImageView(props: Props) {
  const { error } = useQuery(pageList(props.document))
  useGone(props.document, error)
  const type = unknownTypeOf(props.document)
  const words = useViewerWords()
  const failure = type === undefined ? words : `Unsupported file type: ${type}`
  return <ImageViewer {...props} failure={failure} />
}

function PdfView({ document, marks }: Props) {
  const { data: file, error, refetch } = useQuery(original(document))
  const Viewer = useViewer()
  const words = useViewerWords()
  const isGone = useGone(document, error)

  if (error) {
    const said = isGone ? 'Document not found.' : words
    return <FailureState error={error} fallback={said} onRetry={() => void refetch()} />
  }
  if (!file) return <PaperBone />
  return (
    <Suspense fallback={<PaperBone />}>
      <Viewer
        file={file}
        document={document}
        marks={marks}
        locked={<UnlockForm document={document} />}
      />
    </Suspense>
  )
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
