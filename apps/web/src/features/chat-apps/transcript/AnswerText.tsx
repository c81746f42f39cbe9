import { Fragment } from 'react'
import type { CitedPart } from '../conversation/conversation.ts'
import { blocksOf, parsePieces } from './answer-blocks.ts'

type Props = {
  readonly text: string
  /** Whether the text may contain quotes from documents. */
  readonly hasQuotes: boolean
  readonly citations: readonly CitedPart[]
  onCite(citation: CitedPart): void
}

/** An answer with links to its citations. */
export function AnswerText({ text, hasQuotes, citations, onCite }: Props) {
  const numbers = new Set(citations.map(({ number }) => number))
  const renderBlock = (block: string) =>
    parsePieces(block, numbers).map((piece, index) => {
      const citation = citations.find(({ number }) => number === piece)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no ids.
        <Fragment key={index}>
          {citation ? <Mark citation={citation} onCite={onCite} /> : piece}
        </Fragment>
      )
    })
  return blocksOf(text, hasQuotes).map(({ isQuote, text: block }, index) =>
    isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end.
      <blockquote key={index}>{renderBlock(block)}</blockquote>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end.
      <p key={index}>{renderBlock(block)}</p>
    ),
  )
}

type MarkProps = { readonly citation: CitedPart; onCite(citation: CitedPart): void }

function Mark({ citation, onCite }: MarkProps) {
  const { number, fileName, page } = citation
  return (
    <button
      type="button"
      className="chat-mark"
      title={`${fileName}, page ${page + 1}`}
      aria-label={`Citation ${number}`}
      onClick={() => onCite(citation)}
    >
      {number}
    </button>
  )
}
