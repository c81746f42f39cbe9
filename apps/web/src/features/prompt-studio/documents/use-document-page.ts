import { useState } from 'react'
import type { PromptDocument } from '../document.ts'

export const DOCUMENTS_PER_PAGE = 10

/**
 * Filters the documents by name and pages them. After documents were added, the last page is shown.
 */
export function useDocumentPage(documents: readonly PromptDocument[]) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [previousCount, setPreviousCount] = useState(documents.length)
  const query = text.trim().toLowerCase()
  const matchingDocuments = documents.filter(({ name }) => name.toLowerCase().includes(query))

  if (documents.length !== previousCount) {
    setPreviousCount(documents.length)
    if (documents.length > previousCount) {
      setText('')
      setPage(Math.ceil(documents.length / DOCUMENTS_PER_PAGE))
    }
  }

  function search(updatedText: string) {
    setText(updatedText)
    setPage(1)
  }
  return { matchingDocuments, text, search, page, setPage }
}
