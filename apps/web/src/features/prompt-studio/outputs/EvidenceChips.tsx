import type { EvidenceReply } from '@recto/contract/evidence'
import { Tooltip } from 'antd'
import { sayPlace, sayPlaceShortly } from './say-place.ts'
import { useSpotlight } from './spotlight.tsx'
import { Toggletip } from './Toggletip.tsx'

const MAX_CHIPS = 4

type Props = {
  readonly id: string
  readonly name: string
  readonly places: readonly EvidenceReply[]
  /** How the value was found. */
  readonly why: string | undefined
}

/** On which pages a value was read, and how it was found; each chip goes there. */
export function EvidenceChips({ id, name, places, why }: Props) {
  const spotlight = useSpotlight()
  if (places.length === 0) {
    return (
      <Toggletip
        className="chip chip-missing"
        words={why ?? 'No word of the document supports this value.'}
      >
        not found in the document
      </Toggletip>
    )
  }
  return (
    <span className="chips">
      {places.slice(0, MAX_CHIPS).map((evidence, place) => (
        <Tooltip
          key={`${evidence.page} ${evidence.quote}`}
          placement="bottom"
          trigger={['hover', 'focus']}
          title={<Said place={evidence} why={why} />}
        >
          <button
            type="button"
            className="chip"
            data-match={evidence.match}
            aria-label={`${sayPlaceShortly(evidence)} shows ${name}`}
            onMouseEnter={() => spotlight.hover(id)}
            onMouseLeave={() => spotlight.hover(undefined)}
            onClick={() => spotlight.pick(id, 'value', place)}
          >
            {sayPlaceShortly(evidence)}
          </button>
        </Tooltip>
      ))}
      {places.length > MAX_CHIPS && (
        <span className="faint">and {places.length - MAX_CHIPS} more</span>
      )}
    </span>
  )
}

type SaidProps = { readonly place: EvidenceReply; readonly why: string | undefined }

const Said = ({ place, why }: SaidProps) => (
  <>
    <span className="said-place">{sayPlace(place)}</span>
    {why && <span className="said-why">{why}</span>}
  </>
)
