import { useState } from 'react'
import type { PromptDocument } from '../document.ts'

export const DOCUMENTS_A_PAGE = 10

/** Which of the documents are looked at: those of a name, a page at a time. Whoever adds some is shown the last of them. */
export function useDocumentPage(documents: readonly PromptDocument[]) {
  const [text, setText] = useState('')
  const [page, setPage] = useState(1)
  const [count, setCount] = useState(documents.length)
  const wanted = text.trim().toLowerCase()
  const found = documents.filter(({ name }) => name.toLowerCase().includes(wanted))

  if (documents.length !== count) {
    setCount(documents.length)
    if (documents.length > count) {
      setText('')
      setPage(Math.ceil(documents.length / DOCUMENTS_A_PAGE))
    }
  }

  function search(next: string) {
    setText(next)
    setPage(1)
  }
  return { found, text, search, page, setPage }
}
