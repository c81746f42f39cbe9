import { createContext, use } from 'react'

/** True below the page of a public share: everything is read, nothing is changed. */
export const ReadOnlyContext = createContext(false)

export const useIsReadOnly = (): boolean => use(ReadOnlyContext)
