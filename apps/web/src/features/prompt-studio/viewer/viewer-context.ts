import { type ComponentType, createContext, lazy, use } from 'react'
import type { ViewerProps } from './viewer-props.ts'

const PdfViewer = lazy(async () => ({ default: (await import('./PdfViewer.tsx')).PdfViewer }))

/** The component that renders PDFs. Tests without a canvas replace it. */
export const ViewerContext = createContext<ComponentType<ViewerProps>>(PdfViewer)

export const useViewer = (): ComponentType<ViewerProps> => use(ViewerContext)
