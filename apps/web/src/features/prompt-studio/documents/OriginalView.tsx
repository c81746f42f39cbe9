import { useQuery } from '@tanstack/react-query'
import { type ComponentType, createContext, lazy, Suspense, use } from 'react'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { keyboardScrollable } from '../../../shared/layout/keyboard-scrollable.ts'
import { original, pageList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'
import type { Highlight } from '../outputs/highlights.ts'
import { useViewerErrorMessage } from '../state/page-context.ts'
import { ImageViewer } from '../viewer/ImageViewer.tsx'
import type { ViewerProps } from '../viewer/viewer-props.ts'
import { findUnknownExtension } from './check-file.ts'
import { UnlockForm } from './UnlockForm.tsx'
import { useIsDocumentDeleted } from './use-is-document-deleted.ts'

type Props = { readonly document: PromptDocument; readonly highlights: readonly Highlight[] }

/**
 * Shows the document as it was uploaded: PDFs are rendered by the browser, other types by the
 * server.
 */
export function OriginalView(props: Props) {
  const isPdf = /\.pdf$/i.test(props.document.name)
  return isPdf ? <PdfView {...props} /> : <ImageView {...props} />
}

/**
 * If the pages cannot be listed, the document may have been deleted. All other errors are shown by
 * the viewer.
 */
function ImageView(props: Props) {
  const { error } = useQuery(pageList(props.document))
  useIsDocumentDeleted(props.document, error)
  const type = findUnknownExtension(props.document)
  const defaultMessage = useViewerErrorMessage()
  const errorMessage = type === undefined ? defaultMessage : `Unsupported file type: ${type}`
  return <ImageViewer {...props} errorMessage={errorMessage} />
}

function PdfView({ document, highlights }: Props) {
  const { data: file, error, refetch } = useQuery(original(document))
  const Viewer = useViewer()
  const errorMessage = useViewerErrorMessage()
  const isDeleted = useIsDocumentDeleted(document, error)

  if (error) {
    const message = isDeleted ? 'Document not found.' : errorMessage
    return <FailureState error={error} fallback={message} onRetry={() => void refetch()} />
  }
  if (!file) return <DocumentSkeleton />
  return (
    <Suspense fallback={<DocumentSkeleton />}>
      <Viewer
        file={file}
        document={document}
        highlights={highlights}
        lockedContent={<UnlockForm document={document} />}
      />
    </Suspense>
  )
}

type TextProps = { readonly label: string; readonly text: string }

export function TextBody({ label, text }: TextProps) {
  return (
    <section className="raw-text" aria-label={label} {...keyboardScrollable}>
      <pre className="mono">{text}</pre>
    </section>
  )
}

/** Placeholder while a document is loading. */
export function DocumentSkeleton() {
  return (
    <div className="paper-wait" aria-busy="true">
      <div className="bone paper-bone">
        <p className="wait-words" role="status">
          Loading document…
        </p>
      </div>
    </div>
  )
}

const PdfViewer = lazy(async () => ({
  default: (await import('../viewer/PdfViewer.tsx')).PdfViewer,
}))

/** The component that renders PDFs. Tests without a canvas replace it. */
export const ViewerContext = createContext<ComponentType<ViewerProps>>(PdfViewer)

const useViewer = (): ComponentType<ViewerProps> => use(ViewerContext)
