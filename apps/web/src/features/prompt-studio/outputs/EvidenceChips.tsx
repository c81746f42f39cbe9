import type { EvidenceReply } from '@recto/contract/prompt-studio/evidence'
import { Tooltip } from 'antd'
import { abbreviateEvidence, describeEvidence } from './describe-evidence.ts'
import { useHighlightStore } from './highlight-store.tsx'
import { Toggletip } from './Toggletip.tsx'

const MAX_CHIPS = 4

type Props = {
  readonly id: string
  readonly name: string
  readonly locations: readonly EvidenceReply[]
  /** Explains how the value was found. */
  readonly explanation: string | undefined
  /** Whether the value is a yes or no, which need not follow from particular words. */
  readonly isJudgement: boolean
}

const judgementExplanation =
  'No single passage supports this value. It was inferred from the whole document.'

/**
 * Shows where a value was read: one chip per location, which scrolls the document to it on click.
 * Data sources come first, contradictions last.
 */
export function EvidenceChips({ id, name, locations, explanation, isJudgement }: Props) {
  if (locations.length === 0) {
    return (
      <Toggletip
        className="chip chip-missing"
        explanation={
          explanation ??
          (isJudgement ? judgementExplanation : 'No text in the document supports this value.')
        }
      >
        {isJudgement ? 'inferred by the model' : 'not found in the document'}
      </Toggletip>
    )
  }
  // Contradictions are always shown.
  const visibleLocations = locations
    .map((location, index) => ({ location, index }))
    .filter(({ location, index }) => index < MAX_CHIPS || location.contradicts)
  const hiddenCount = locations.length - visibleLocations.length
  return (
    <span className="chips">
      {locations.some(({ contradicts }) => contradicts) && (
        <span className="chip chip-contradicted">contradicted</span>
      )}
      {visibleLocations.map(({ location, index }) => (
        <EvidenceChip
          key={`${location.source} ${location.page} ${location.quote}`}
          id={id}
          name={name}
          location={location}
          locationIndex={index}
          explanation={explanation}
        />
      ))}
      {hiddenCount > 0 && <span className="faint">and {hiddenCount} more</span>}
    </span>
  )
}

type ChipProps = Pick<Props, 'id' | 'name' | 'explanation'> & {
  readonly location: EvidenceReply
  /** Index among the locations of the value. */
  readonly locationIndex: number
}

function EvidenceChip({ id, name, location, locationIndex, explanation }: ChipProps) {
  const highlightStore = useHighlightStore()
  const { match, source, contradicts, boxes } = location
  const details = (
    <EvidenceDetails location={location} explanation={contradicts ? undefined : explanation} />
  )
  if (source && boxes.length === 0) {
    return (
      <Toggletip
        className={contradicts ? 'chip chip-contradicted' : 'chip chip-source'}
        explanation={details}
      >
        {abbreviateEvidence(location)}
      </Toggletip>
    )
  }
  return (
    <Tooltip placement="bottomLeft" trigger={['hover', 'focus']} title={details}>
      <button
        type="button"
        className="chip"
        data-match={match}
        data-contradicts={contradicts}
        aria-label={
          contradicts
            ? `${abbreviateEvidence(location)}, which contradicts ${name}`
            : `${abbreviateEvidence(location)} shows ${name}`
        }
        onMouseEnter={() => highlightStore.hover(id)}
        onMouseLeave={() => highlightStore.hover(undefined)}
        onClick={() => highlightStore.select(id, 'value', locationIndex)}
      >
        {abbreviateEvidence(location)}
      </button>
    </Tooltip>
  )
}

type DetailsProps = { readonly location: EvidenceReply; readonly explanation: string | undefined }

/** The explanation of a derived value already states the location. */
const EvidenceDetails = ({ location, explanation }: DetailsProps) => (
  <>
    {!(explanation && location.match === 'derived') && (
      <span className="said-place">{describeEvidence(location)}.</span>
    )}
    {explanation && <span className="said-why">{explanation}</span>}
  </>
)
