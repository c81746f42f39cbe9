import { Fragment } from 'react'
import type { CitedPart } from '../conversation/conversation.ts'
import { blocksOf, piecesOf } from './answer-blocks.ts'

type Props = {
  readonly text: string
  /** Whether lines may be quoted from documents. */
  readonly hasQuotes: boolean
  readonly citations: readonly CitedPart[]
  onCite(place: CitedPart): void
}

/** An answer, whose marks lead to what they cite. */
export function AnswerText({ text, hasQuotes, citations, onCite }: Props) {
  const numbers = new Set(citations.map(({ number }) => number))
  const drawn = (block: string) =>
    piecesOf(block, numbers).map((piece, at) => {
      const place = citations.find(({ number }) => number === piece)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name.
        <Fragment key={at}>{place ? <Mark place={place} onCite={onCite} /> : piece}</Fragment>
      )
    })
  return blocksOf(text, hasQuotes).map(({ isQuote, text: block }, at) =>
    isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end.
      <blockquote key={at}>{drawn(block)}</blockquote>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end.
      <p key={at}>{drawn(block)}</p>
    ),
  )
}

type MarkProps = { readonly place: CitedPart; onCite(place: CitedPart): void }

function Mark({ place, onCite }: MarkProps) {
  const { number, fileName, page } = place
  return (
    <button
      type="button"
      className="chat-mark"
      title={`${fileName}, page ${page + 1}`}
      aria-label={`Citation ${number}`}
      onClick={() => onCite(place)}
    >
      {number}
    </button>
  )
}
