import { createContext, use } from 'react'
import { createStore } from '../../../shared/store/create-store.ts'

/** True on the page of a public share, where everything can be read and nothing changed. */
export const ReadOnlyContext = createContext(false)

export const useIsReadOnly = (): boolean => use(ReadOnlyContext)

/**
 * Id of the project that was just made of a document, whose prompts are to be run. It is not part of
 * the address, because a link must not start runs.
 */
export const newProjectToRun = createStore<string | undefined>(undefined)

/** Message for a document that cannot be shown. Pages may provide their own. */
export const ViewerErrorMessageContext = createContext('Failed to load the document')

export const useViewerErrorMessage = (): string => use(ViewerErrorMessageContext)
