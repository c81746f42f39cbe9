import { createContext, use } from 'react'

/** What is said of a document that cannot be shown, where a page has words of its own. */
export const ViewerWordsContext = createContext('Failed to load the document')

export const useViewerWords = (): string => use(ViewerWordsContext)
