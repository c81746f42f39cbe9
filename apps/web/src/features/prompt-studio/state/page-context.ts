import { createContext, use } from 'react'

/** True on the page of a public share, where everything can be read and nothing changed. */
export const ReadOnlyContext = createContext(false)

export const useIsReadOnly = (): boolean => use(ReadOnlyContext)

/** Message for a document that cannot be shown. Pages may provide their own. */
export const ViewerErrorMessageContext = createContext('Failed to load the document')

export const useViewerErrorMessage = (): string => use(ViewerErrorMessageContext)
