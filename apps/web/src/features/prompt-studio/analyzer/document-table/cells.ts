import type { ExpectedValue, ProjectScores } from '../../expected-value.queries.ts'
import { scoreKey } from '../../expected-value.queries.ts'
import { explainDoubt, type FieldRow, isNotFound } from '../../field-table/field-rows.ts'
import type { PromptOutput } from '../../output.ts'
import type { LlmProfile } from '../../profile.ts'
import type { Prompt } from '../../prompt.ts'
import { getOutputProfileId } from '../analyzer-context.ts'
import { buildCell, type ComparedCell } from '../compared-cell.ts'

/** Says what is known about a value; the most important thing if several are true. */
export type CellState =
  | 'correct'
  | 'wrong'
  | 'doubtful'
  | 'not found'
  | 'not run'
  | 'unchecked'
  | 'unknown'

/** The value of one field in one document. */
export type ValueCell = ComparedCell & {
  readonly prompt: Prompt
  readonly output: PromptOutput | undefined
  readonly expectedValue: ExpectedValue | undefined
  readonly cellState: CellState
  /** Says why the cell has its state; undefined if the state says it all. */
  readonly reason: string | undefined
}

/** Expected values by document and field, and verdicts on what was read. */
export type Expectations = {
  /** Undefined while it is unknown whether anybody has checked a value. */
  readonly expectedValues: ReadonlyMap<string, ExpectedValue> | undefined
  readonly verdicts: ProjectScores['isRight'] | undefined
}

const toKey = (documentId: string, promptId: string): string => `${documentId}/${promptId}`

export const buildExpectations = (
  expectedValues: readonly ExpectedValue[] | undefined,
  verdicts: ProjectScores['isRight'] | undefined,
): Expectations => ({
  expectedValues:
    expectedValues &&
    new Map(expectedValues.map((one) => [toKey(one.documentId, one.promptId), one])),
  verdicts,
})

type DocumentFacts = Expectations & {
  readonly documentId: string
  readonly fields: readonly Prompt[]
  readonly profiles: readonly LlmProfile[]
  readonly outputs: readonly PromptOutput[]
}

/** Builds the cell of each field for one document, by the id of the field. */
export function buildCells(facts: DocumentFacts): ReadonlyMap<string, ValueCell> {
  const outputsByPrompt = Map.groupBy(facts.outputs, ({ promptId }) => promptId)
  return new Map(
    facts.fields.map((prompt) => [
      prompt.id,
      buildValueCell(prompt, outputsByPrompt.get(prompt.id) ?? [], facts),
    ]),
  )
}

function buildValueCell(
  prompt: Prompt,
  outputs: readonly PromptOutput[],
  { documentId, profiles, expectedValues, verdicts }: DocumentFacts,
): ValueCell {
  const profileId = getOutputProfileId(prompt, profiles)
  const output = outputs.find((candidate) => candidate.profileId === profileId)
  const expectedValue = expectedValues?.get(toKey(documentId, prompt.id))
  const isUnknown = !expectedValues || (expectedValue !== undefined && !verdicts)
  const isRight = output && verdicts?.get(scoreKey(output))
  const row = {
    prompt,
    documentId,
    profileId,
    output,
    runState: undefined,
    expectedValue,
    isRight,
  }
  return {
    ...buildCell(prompt, profileId, outputs),
    prompt,
    output,
    expectedValue,
    ...judge(row, isUnknown),
  }
}

type Judgement = Pick<ValueCell, 'cellState' | 'reason'>

/** Judges a value: what people said about it comes first. */
function judge(row: FieldRow, isUnknown: boolean): Judgement {
  const { output, expectedValue, isRight } = row
  if (!output) return { cellState: 'not run', reason: undefined }
  if (expectedValue?.contradictedBy) {
    return { cellState: 'doubtful', reason: 'Two people expect different values.' }
  }
  if (!expectedValue || isRight === undefined) return judgeUnchecked(row, output, isUnknown)
  return isRight
    ? { cellState: 'correct', reason: undefined }
    : { cellState: 'wrong', reason: `Expected: ${expectedValue.value ?? 'no value'}` }
}

/** Judges a value that nobody has checked, or of which this is unknown. */
function judgeUnchecked(
  row: FieldRow,
  { explanation, stale }: PromptOutput,
  isUnknown: boolean,
): Judgement {
  if (isNotFound(row)) return { cellState: 'not found', reason: explanation ?? undefined }
  if (stale.length > 0) {
    return {
      cellState: 'doubtful',
      reason: 'The prompt or its settings changed after the last run.',
    }
  }
  const reason = explainDoubt(row)
  if (reason !== undefined) return { cellState: 'doubtful', reason }
  return { cellState: isUnknown ? 'unknown' : 'unchecked', reason }
}

/** The sign and the word of each state; nothing is said of what is unknown. Color alone would not tell them apart. */
export const stateMarks: Readonly<
  Record<CellState, { readonly sign: string; readonly word: string }>
> = {
  correct: { sign: '✓', word: 'Correct' },
  wrong: { sign: '✗', word: 'Wrong' },
  doubtful: { sign: '?', word: 'Doubtful' },
  'not found': { sign: '–', word: 'Not found' },
  'not run': { sign: '', word: 'Not run' },
  unchecked: { sign: '', word: 'Not checked' },
  unknown: { sign: '', word: '' },
}
