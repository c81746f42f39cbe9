import Markdown from 'markdown-to-jsx'
import { Fragment, type ReactNode } from 'react'
import type { CitedPart } from '../conversation/conversation.ts'
import {
  blocksOf,
  linkCitations,
  splitMark,
  toCitationNumber,
  toSafeAddress,
} from './answer-blocks.ts'

type Props = {
  readonly text: string
  /** Whether the text is made of quotes from documents instead of a model's Markdown. */
  readonly hasQuotes: boolean
  /** The citations of the answer; undefined while it is being written, when its marks lead nowhere yet. */
  readonly citations: readonly CitedPart[] | undefined
  onCite(citation: CitedPart): void
}

/** An answer with links to its citations. */
export function AnswerText({ text, hasQuotes, citations, onCite }: Props) {
  return hasQuotes && citations ? (
    <QuotedText text={text} citations={citations} onCite={onCite} />
  ) : (
    <MarkdownText text={text} citations={citations} onCite={onCite} />
  )
}

type TextProps = Omit<Props, 'hasQuotes'>

const blockTags = { quote: 'blockquote', heading: 'h3', text: 'p' } as const

/** Quotes are shown as they are printed: what looks like Markdown in a document is none. */
function QuotedText({
  text,
  citations,
  onCite,
}: TextProps & { readonly citations: readonly CitedPart[] }) {
  const numbers = new Set(citations.map(({ number }) => number))
  const renderBlock = (block: string) =>
    splitMark(block, numbers).map((piece, index) => {
      const citation = citations.find(({ number }) => number === piece)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no ids.
        <Fragment key={index}>
          {citation ? <Mark citation={citation} onCite={onCite} /> : piece}
        </Fragment>
      )
    })
  return blocksOf(text).map(({ kind, text: block }, index) => {
    const Tag = blockTags[kind]
    // biome-ignore lint/suspicious/noArrayIndexKey: they only grow at the end.
    return <Tag key={index}>{renderBlock(block)}</Tag>
  })
}

/**
 * Renders the Markdown of a model. Its HTML is shown as text, and its images are not loaded, because a document may have
 * told the model what to write.
 */
function MarkdownText({ text, citations, onCite }: TextProps) {
  const numbers = citations && new Set(citations.map(({ number }) => number))
  const options = {
    disableParsingRawHTML: true,
    preserveFrontmatter: true,
    sanitizer: toSafeAddress,
    forceBlock: true,
    wrapper: Fragment,
    overrides: {
      a: { component: AnswerLink, props: { citations, onCite } },
      img: { component: ImageText },
      table: { component: AnswerTable },
      // The headings of an answer are no headings of the page.
      ...Object.fromEntries(
        ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, AnswerHeading]),
      ),
    },
  }
  return <Markdown options={options}>{linkCitations(text, numbers)}</Markdown>
}

type LinkProps = Pick<TextProps, 'citations' | 'onCite'> & {
  readonly href?: string
  readonly children?: ReactNode
}

function AnswerLink({ href, children, citations, onCite }: LinkProps) {
  const number = toCitationNumber(href)
  const citation = citations?.find((one) => one.number === number)
  if (citation) return <Mark citation={citation} onCite={onCite} />
  if (number !== undefined) return <span className="chat-mark-to-come">{number}</span>
  return href ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    children
  )
}

const ImageText = ({ alt }: { readonly alt?: string }) => alt

const AnswerHeading = ({ children }: { readonly children?: ReactNode }) => (
  <p className="chat-answer-heading">{children}</p>
)

const AnswerTable = ({ children }: { readonly children?: ReactNode }) => (
  <div className="chat-answer-table">
    <table>{children}</table>
  </div>
)

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
