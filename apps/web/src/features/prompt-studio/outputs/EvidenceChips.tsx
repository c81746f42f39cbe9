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
  /** A yes or no, which may follow from no word in particular. */
  readonly isJudgement: boolean
}

const judged =
  'No words of the document decide this by themselves: it was judged by all that it says.'

/**
 * Where a value was read, and how it was found: the data that says it, then pages, to which each chip goes; last what
 * contradicts it.
 */
export function EvidenceChips({ id, name, places, why, isJudgement }: Props) {
  if (places.length === 0) {
    return (
      <Toggletip
        className="chip chip-missing"
        words={why ?? (isJudgement ? judged : 'No word of the document supports this value.')}
      >
        {isJudgement ? 'judged, no words say so' : 'not found in the document'}
      </Toggletip>
    )
  }
  // What contradicts the value is never among those that are left out.
  const shown = places
    .map((place, at) => ({ place, at }))
    .filter(({ place, at }) => at < MAX_CHIPS || place.contradicts)
  const left = places.length - shown.length
  return (
    <span className="chips">
      {places.some(({ contradicts }) => contradicts) && (
        <span className="chip chip-contradicted">contradicted</span>
      )}
      {shown.map(({ place, at }) => (
        <EvidenceChip
          key={`${place.source} ${place.page} ${place.quote}`}
          {...{ id, name, place, at, why }}
        />
      ))}
      {left > 0 && <span className="faint">and {left} more</span>}
    </span>
  )
}

type ChipProps = Pick<Props, 'id' | 'name' | 'why'> & {
  readonly place: EvidenceReply
  /** Among the places of the value. */
  readonly at: number
}

function EvidenceChip({ id, name, place, at, why }: ChipProps) {
  const spotlight = useSpotlight()
  const { match, source, contradicts, boxes } = place
  const about = <Said place={place} why={contradicts ? undefined : why} />
  if (source && boxes.length === 0) {
    return (
      <Toggletip
        className={contradicts ? 'chip chip-contradicted' : 'chip chip-source'}
        words={about}
      >
        {sayPlaceShortly(place)}
      </Toggletip>
    )
  }
  return (
    <Tooltip placement="bottomLeft" trigger={['hover', 'focus']} title={about}>
      <button
        type="button"
        className="chip"
        data-match={match}
        data-contradicts={contradicts}
        aria-label={
          contradicts
            ? `${sayPlaceShortly(place)}, which contradicts ${name}`
            : `${sayPlaceShortly(place)} shows ${name}`
        }
        onMouseEnter={() => spotlight.hover(id)}
        onMouseLeave={() => spotlight.hover(undefined)}
        onClick={() => spotlight.pick(id, 'value', at)}
      >
        {sayPlaceShortly(place)}
      </button>
    </Tooltip>
  )
}

type SaidProps = { readonly place: EvidenceReply; readonly why: string | undefined }

/** How a value was derived says from where, too. */
const Said = ({ place, why }: SaidProps) => (
  <>
    {!(why && place.match === 'derived') && <span className="said-place">{sayPlace(place)}.</span>}
    {why && <span className="said-why">{why}</span>}
  </>
)
