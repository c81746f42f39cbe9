import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { CitedPart } from '../conversation/conversation.ts'
import { groupCitations } from './answer-blocks.ts'

type Props = {
  readonly citations: readonly CitedPart[]
  onCite(citation: CitedPart): void
}

/** Number of places of a document that are shown at first. */
const SHOWN_PLACES = 3

/** Lists the citations of an answer by document; each place opens its page. */
export function CitationList({ citations, onCite }: Props) {
  return (
    <ul className="chat-citations" aria-label="Citations">
      {groupCitations(citations).map(({ documentId, fileName, places }) => (
        <li key={documentId}>
          <span className="chat-file">
            <FileTextOutlined aria-hidden="true" /> {fileName}
          </span>
          <PlaceList places={places} onCite={onCite} />
        </li>
      ))}
    </ul>
  )
}

type PlaceListProps = { readonly places: readonly CitedPart[]; onCite(citation: CitedPart): void }

function PlaceList({ places, onCite }: PlaceListProps) {
  const [isOpen, setOpen] = useState(false)
  const shownPlaces = isOpen ? places : places.slice(0, SHOWN_PLACES)
  const hiddenCount = places.length - shownPlaces.length
  return (
    <ul>
      {shownPlaces.map((place) => (
        <li key={`${place.number}/${place.page}`}>
          <button type="button" onClick={() => onCite(place)}>
            <span className="chat-number">{place.number}</span>
            <span className="chat-page">
              page {place.page + 1}
              <span className="visually-hidden"> of {place.fileName}</span>
            </span>
            {place.quote && <q>{place.quote}</q>}
          </button>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            Show {hiddenCount} more
          </Button>
        </li>
      )}
    </ul>
  )
}
