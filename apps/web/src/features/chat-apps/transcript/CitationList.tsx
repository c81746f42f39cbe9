import { FileTextOutlined } from '@ant-design/icons'
import type { CitedPart } from '../conversation/conversation.ts'

type Props = {
  readonly citations: readonly CitedPart[]
  onCite(citation: CitedPart): void
}

/** Lists the citations of an answer; each opens its page. */
export function CitationList({ citations, onCite }: Props) {
  return (
    <ul className="chat-citations" aria-label="Citations">
      {citations.map((citation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: citations may be equal, and never move.
        <li key={index}>
          <button type="button" onClick={() => onCite(citation)}>
            <span className="chat-number" aria-hidden="true">
              {citation.number}
            </span>
            <span className="chat-place">
              <span className="chat-file">
                <FileTextOutlined aria-hidden="true" /> {citation.fileName},{' '}
                <span className="chat-page">page {citation.page + 1}</span>
              </span>
              {citation.quote && <q>{citation.quote}</q>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
