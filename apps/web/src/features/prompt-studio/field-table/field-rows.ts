import type { ExpectedValue } from '../expected-value.queries.ts'
import type { PromptOutput } from '../output.ts'
import { LOW_CONFIDENCE } from '../outputs/ConfidenceBadge.tsx'
import type { LlmProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'
import { isInProgress, type RunState, toCellKey } from '../runs/run-board.ts'
import type { Filter } from '../state/editor-search.ts'
import { summarizeOutput } from './summarize-output.ts'

/** A row of the table: a prompt with its value on the selected document, or a note. */
export type FieldRow = {
  readonly prompt: Prompt
  /** The selected document, if there is one. */
  readonly documentId: string | undefined
  /** The profile whose value is shown, which is the exported one; undefined if there is none. */
  readonly profileId: string | undefined
  readonly output: PromptOutput | undefined
  readonly runState: RunState | undefined
  readonly expectedValue: ExpectedValue | undefined
  /** Whether the output matches the expected value; undefined if unknown. */
  readonly isRight: boolean | undefined
}

/** Identifies the value that a row is about: that of its prompt in the selected document. */
export const toValueKey = ({ prompt, documentId }: FieldRow): string => `${prompt.id}/${documentId}`

type RowFacts = {
  readonly documentId: string | undefined
  readonly profiles: readonly LlmProfile[]
  readonly outputs: readonly PromptOutput[]
  readonly runStates: ReadonlyMap<string, RunState>
  readonly expectedValues: readonly ExpectedValue[]
  findVerdict(output: PromptOutput): boolean | undefined
}

export function buildRows(prompts: readonly Prompt[], facts: RowFacts): readonly FieldRow[] {
  const { documentId, profiles, runStates } = facts
  const outputs = new Map(
    facts.outputs.map((output) => [`${output.promptId}/${output.profileId}`, output]),
  )
  const expectedValues = new Map(
    facts.expectedValues
      .filter((candidate) => candidate.documentId === documentId)
      .map((expectedValue) => [expectedValue.promptId, expectedValue]),
  )
  return prompts.map((prompt) => {
    const profileId = findShownProfileId(prompt, profiles)
    const output = outputs.get(`${prompt.id}/${profileId}`)
    const cell =
      documentId !== undefined && profileId !== undefined
        ? { promptId: prompt.id, profileId, documentId }
        : undefined
    return {
      prompt,
      documentId,
      profileId,
      output,
      runState: cell && runStates.get(toCellKey(cell)),
      expectedValue: expectedValues.get(prompt.id),
      isRight: output && facts.findVerdict(output),
    }
  })
}

/** Returns the prompt's own profile, otherwise the default one. A single pass has no other. */
function findShownProfileId({ ownProfileId }: Prompt, profiles: readonly LlmProfile[]) {
  const profile =
    profiles.find(({ id }) => id === ownProfileId) ?? profiles.find(({ isDefault }) => isDefault)
  return (profile ?? profiles[0])?.id
}

export type FieldState =
  | 'disabled'
  | 'queued'
  | 'running'
  | 'failed'
  | 'not run'
  | 'out of date'
  | 'not found'
  | 'doubtful'
  | 'suggested'
  | 'found'

/** Returns the state of a field; the most urgent one if several apply. */
export function stateOf(row: FieldRow): FieldState {
  const { prompt, output, runState } = row
  if (isInProgress(runState)) return runState?.kind === 'running' ? 'running' : 'queued'
  if (!prompt.isActive) return 'disabled'
  if (runState?.kind === 'failed') return 'failed'
  if (!output) return 'not run'
  if (output.stale.length > 0) return 'out of date'
  if (isNotFound(row)) return 'not found'
  if (isDoubtful(row)) return 'doubtful'
  return output.isSuggested ? 'suggested' : 'found'
}

/** Whether the document has no value according to the last run. */
export const isNotFound = ({ prompt, output }: FieldRow): boolean =>
  output !== undefined && summarizeOutput(output, prompt.type).kind === 'not found'

/** Whether a person should look at the value. */
const isDoubtful = (row: FieldRow): boolean => explainDoubt(row) !== undefined

/** Says what speaks against a value that nobody has checked; undefined if nothing does. */
export function explainDoubt({ prompt, output, expectedValue }: FieldRow): string | undefined {
  const isChecked = expectedValue !== undefined && expectedValue.contradictedBy === null
  if (!output || isChecked) return undefined
  const { kind, evidence, isContradicted } = summarizeOutput(output, prompt.type)
  if (kind === 'not found') return undefined
  if (isContradicted) return 'Something in the document contradicts the value.'
  if (output.warnings[0] !== undefined) return output.warnings.join(' ')
  if (output.confidence !== null && output.confidence < LOW_CONFIDENCE) {
    return 'The confidence is low.'
  }
  // An answer of yes or no need not follow from particular words.
  const needsEvidence = prompt.type !== 'boolean'
  return needsEvidence && !evidence ? 'No text in the document supports the value.' : undefined
}

export const filterLabels: Readonly<Record<Filter, string>> = {
  all: 'All',
  doubtful: 'Doubtful',
  failed: 'Failed',
  'not-found': 'Not found',
  'no-expected-value': 'No expected value',
  changed: 'Changed',
}

const tests: Readonly<Record<Exclude<Filter, 'all'>, (row: FieldRow) => boolean>> = {
  doubtful: isDoubtful,
  failed: ({ runState }) => runState?.kind === 'failed',
  'not-found': isNotFound,
  'no-expected-value': ({ expectedValue }) => expectedValue === undefined,
  changed: ({ output }) => output !== undefined && output.stale.length > 0,
}

/** Notes belong to no filter, as they have no value. */
export const filterRows = (rows: readonly FieldRow[], filter: Filter): readonly FieldRow[] =>
  filter === 'all' ? rows : rows.filter((row) => !row.prompt.isNote && tests[filter](row))

export const countRows = (rows: readonly FieldRow[], filter: Filter): number =>
  filterRows(rows, filter).filter(({ prompt }) => !prompt.isNote).length
