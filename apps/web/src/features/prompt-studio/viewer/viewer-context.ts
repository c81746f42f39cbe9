import { type ComponentType, createContext, lazy, use } from 'react'
import type { Mark } from '../outputs/marks.ts'

export type ViewerProps = {
  readonly file: Blob
  readonly name: string
  /** What can be pointed out on the document. */
  readonly marks: readonly Mark[]
}

const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }))

/** Draws the document. Tests without a canvas put another one here. */
export const ViewerContext = createContext<ComponentType<ViewerProps>>(PdfViewer)

export const useViewer = (): ComponentType<ViewerProps> => use(ViewerContext)
