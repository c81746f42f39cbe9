import type { EvidenceReply } from '@recto/contract/evidence'
import { Tooltip } from 'antd'
import { useSpotlight } from './spotlight.tsx'

const MAX_CHIPS = 4

const how: Record<EvidenceReply['match'], string> = {
  exact: 'Page',
  normalised: 'Written differently on page',
  inferred: 'Concluded from page',
  derived: 'Derived from page',
}

type Props = {
  readonly id: string
  readonly name: string
  readonly places: readonly EvidenceReply[]
}

/** On which pages a value was read; each chip goes there. */
export function EvidenceChips({ id, name, places }: Props) {
  const spotlight = useSpotlight()
  if (places.length === 0) {
    return (
      <Tooltip title="No word of the document supports this value.">
        <span className="chip chip-missing">not found in the document</span>
      </Tooltip>
    )
  }
  return (
    <span className="chips">
      {places.slice(0, MAX_CHIPS).map(({ page, quote, match }, place) => (
        <Tooltip
          key={`${page} ${quote}`}
          placement="bottom"
          title={`${how[match]} ${page + 1}: “${quote}”`}
        >
          <button
            type="button"
            className="chip"
            data-match={match}
            aria-label={`p.${page + 1} shows ${name}`}
            onMouseEnter={() => spotlight.hover(id)}
            onMouseLeave={() => spotlight.hover(undefined)}
            onClick={() => spotlight.pick(id, 'value', place)}
          >
            p.{page + 1}
          </button>
        </Tooltip>
      ))}
      {places.length > MAX_CHIPS && (
        <span className="faint">and {places.length - MAX_CHIPS} more</span>
      )}
    </span>
  )
}
