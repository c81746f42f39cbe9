import { minExpectedValues } from '@recto/contract/tools/improvements'
import type { ProfileOutcome } from '@recto/contract/tools/profile-comparisons'
import type { ToolMetadata } from '../../tool-metadata.ts'
import type { FieldRef } from '../build-results.ts'
import type { NewResult } from '../improvements.store.ts'
import type { FieldStop } from '../measure/stop-of-run.ts'
import type { MeasuredProfile, ProfileChoice } from './compare-field.ts'

type TooFew = { readonly kind: 'too_few'; readonly first: number; readonly second: number }

/** A field, with what a run has found out about its profiles. */
export type MeasuredComparison = {
  readonly field: FieldRef
  readonly currentId: string
  readonly outcome: ProfileChoice | TooFew | { readonly kind: 'calls_address' } | FieldStop
}

type ComparisonToDescribe = {
  readonly metadata: ToolMetadata
  /** Names of profiles by id. */
  readonly names: ReadonlyMap<string, string>
  readonly tolerance: number
}

export const buildComparisonResults = (
  context: ComparisonToDescribe,
  fields: readonly MeasuredComparison[],
): readonly NewResult[] => fields.map((field) => buildResult(context, field))

function buildResult(
  context: ComparisonToDescribe,
  { field, currentId, outcome }: MeasuredComparison,
): NewResult {
  const output = context.metadata.outputs.find(({ name }) => name === field.key)
  const { name, reason } = describeOutcome(context, outcome)
  return {
    prompt_id: field.promptId,
    prompt_key: field.key,
    outcome: name,
    reason,
    before_prompt: output?.prompt ?? '',
    before_type: output?.type ?? 'text',
    after_prompt: null,
    after_type: null,
    source: null,
    chance: null,
    before_profile_id: currentId,
    ...toStoredChoice(typeof outcome === 'object' && 'scores' in outcome ? outcome : undefined),
  }
}

type ScoredComparison = Extract<ProfileChoice, { readonly scores: unknown }>

function toStoredChoice(
  outcome: ScoredComparison | undefined,
): Pick<NewResult, 'after_profile_id' | 'first_score' | 'second_score' | 'comparison'> {
  if (!outcome) return { after_profile_id: null }
  const { scores } = outcome
  if (!('chosenId' in outcome)) {
    const comparison = JSON.stringify({ scores, heldOut: [], maxLoss: null })
    return { after_profile_id: null, comparison }
  }
  const { chosenId, first, second, heldOut, maxLoss } = outcome
  return {
    after_profile_id: chosenId,
    first_score: JSON.stringify(first),
    second_score: JSON.stringify(second),
    comparison: JSON.stringify({ scores, heldOut, maxLoss }),
  }
}

type DescribedOutcome = { readonly name: ProfileOutcome; readonly reason: string }

function describeOutcome(
  { names, tolerance }: ComparisonToDescribe,
  outcome: MeasuredComparison['outcome'],
): DescribedOutcome {
  if (outcome === 'budget') {
    const reason =
      'The budget does not allow the next call that this field needs. Start again with a larger one: stored answers are not paid again.'
    return { name: 'budget', reason }
  }
  const quoteName = (id: string) => `“${names.get(id) ?? 'a deleted profile'}”`
  switch (outcome.kind) {
    case 'too_few':
      return {
        name: 'too_few',
        reason: `${minExpectedValues / 2} expected values are needed on each side; there are ${outcome.first} to choose a profile with and ${outcome.second} held out. Copies of a document are on one side, and so are documents of one layout unless it has most of them, so mark values on further documents.`,
      }
    case 'calls_address':
      return {
        name: 'failed',
        reason:
          'A prompt that this field needs posts values to an address. It is not compared, because each profile would post them again.',
      }
    case 'failed':
      return { name: 'failed', reason: outcome.reason }
    case 'unanswered':
      return {
        name: 'failed',
        reason: 'The documents could not be answered with the current profile.',
      }
    case 'unpriced':
      return { name: 'unpriced', reason: describeUnpriced(outcome.scores, quoteName) }
    case 'cheapest':
      return {
        name: 'cheapest',
        reason: `No other profile with a known price costs less than ${quoteName(outcome.scores[0]?.profileId ?? '')}.`,
      }
    case 'not_as_good':
      return {
        name: 'not_as_good',
        reason: `Every cheaper profile is right less often than ${describeTolerance(tolerance)}.`,
      }
    default:
      return { name: outcome.kind, reason: describeChoice(outcome, quoteName) }
  }
}

const describeTolerance = (tolerance: number) =>
  tolerance === 0 ? 'the current one' : `the tolerance of ${tolerance} points allows`

function describeUnpriced(
  scores: readonly MeasuredProfile[],
  quoteName: (id: string) => string,
): string {
  const unpricedNames = scores
    .filter(({ dollars }) => dollars === null)
    .map(({ profileId }) => quoteName(profileId))
  return `What ${unpricedNames.join(' and ')} costs is not known, so no saving can be stated. Enter prices in the adapter.`
}

type Choice = Extract<ProfileChoice, { readonly chosenId: string }>

function describeChoice(
  { kind, chosenId, second, heldOut, maxLoss, worseKeys }: Choice,
  quoteName: (id: string) => string,
): string {
  const counts = `${describeLoss(second)}; ${describeBound(maxLoss)}`
  if (kind === 'recommended') return `With ${quoteName(chosenId)}: ${counts}`
  const chosenScore = `${quoteName(chosenId)} was chosen on the first part, but is not confirmed: `
  if (worseKeys.length > 0) {
    const quotedKeys = worseKeys.map((key) => `“${key}”`).join(', ')
    return `${chosenScore}other fields would get worse: ${quotedKeys}.`
  }
  const isUnpriced = heldOut.some(({ dollars }) => dollars === null)
  if (isUnpriced) return `${chosenScore}what it costs on held-out values is not known.`
  return `${chosenScore}${describeLoss(second, { isLower: true })}.`
}

/** Says how many of the held-out values are lost. */
function describeLoss(
  { checked, rightBefore, rightAfter }: Choice['second'],
  { isLower = false } = {},
): string {
  const lostCount = rightBefore - rightAfter
  const values = `${checked} held-out ${checked === 1 ? 'value' : 'values'}`
  if (lostCount <= 0) return `${isLower ? 'no' : 'No'} loss on ${values}`
  return `${lostCount} of ${values} ${lostCount === 1 ? 'is' : 'are'} lost`
}

const describeBound = (maxLoss: number) =>
  `a loss of up to ${Math.ceil(100 * maxLoss)} points cannot be excluded.`
