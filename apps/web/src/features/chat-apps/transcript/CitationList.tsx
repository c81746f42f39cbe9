import { FileTextOutlined } from '@ant-design/icons'
import type { CitedPart } from '../conversation/conversation.ts'

type Props = {
  readonly citations: readonly CitedPart[]
  onCite(place: CitedPart): void
}

/** Where an answer stands; each place opens its page. */
export function CitationList({ citations, onCite }: Props) {
  return (
    <ul className="chat-citations" aria-label="Citations">
      {citations.map((place, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two places may share everything, and they never move.
        <li key={at}>
          <button type="button" onClick={() => onCite(place)}>
            <span className="chat-number" aria-hidden="true">
              {place.number}
            </span>
            <span className="chat-place">
              <span className="chat-file">
                <FileTextOutlined aria-hidden="true" /> {place.fileName},{' '}
                <span className="chat-page">page {place.page + 1}</span>
              </span>
              {place.quote && <q>{place.quote}</q>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
