import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../shared/browser/use-debounced.ts'
import { type SearchMatch, textMatches } from './review.queries.ts'

/** A search for a text in the document. */
export type TextSearch = {
  readonly isOpen: boolean
  readonly text: string
  /** Undefined until they are known. */
  readonly matches: readonly SearchMatch[] | undefined
  readonly error: Error | null
  /** Index of the match that is shown. */
  readonly index: number
  open(): void
  close(): void
  setText(text: string): void
  /** Shows the next match, or the one before; the last is followed by the first. */
  move(direction: 1 | -1): void
}

const DELAY_MS = 200
const noMatches: readonly SearchMatch[] = []

export function useTextSearch(itemId: string, onClose: () => void): TextSearch {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const wantedText = text.trim()
  const searchText = useDebounced(wantedText, DELAY_MS)
  const isSearching = isOpen && wantedText !== ''
  // What was found for another text is not shown for this one.
  const isAsked = isSearching && searchText === wantedText
  const { data, error } = useQuery({ ...textMatches(itemId, searchText), enabled: isAsked })
  const foundMatches = isAsked ? data : undefined
  const matches = isSearching ? foundMatches : noMatches
  const count = matches?.length ?? 0
  return {
    isOpen,
    text,
    matches,
    error: isAsked ? error : null,
    index,
    open: () => setOpen(true),
    close() {
      setOpen(false)
      setText('')
      onClose()
    },
    setText(next) {
      setText(next)
      setIndex(0)
    },
    move(direction) {
      if (count > 0) setIndex((index + direction + count) % count)
    },
  }
}
