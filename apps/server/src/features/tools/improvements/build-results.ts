import { type ImprovementOutcome, minExpectedValues } from '@recto/contract/tools/improvements'
import { computeDigest } from '../regression-tests/test-cases.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { EarlierTest, NewChange, NewResult } from './improvements.store.ts'
import { decideOutcomes } from './measure/decide-outcomes.ts'
import type { DocumentCase, FieldMeasurement, PromptWording } from './measure/improve-field.ts'

type Measurement = FieldMeasurement<DocumentCase>
type TooFew = { readonly kind: 'too_few'; readonly first: number; readonly second: number }
type CallsAddress = { readonly kind: 'calls_address' }
type FailedMeasurement = { readonly kind: 'failed'; readonly reason: string }
type TestedMeasurement = Extract<Measurement, { kind: 'tested' }>

const sharedLayouts =
  'Held-out documents have the same layouts as those that the prompt was chosen on, so nothing is known about other layouts.'

/** Field that is improved, by its key and the id of its prompt. */
export type FieldRef = { readonly key: string; readonly promptId: string }

/** A field, with what a run has found out about it. */
export type MeasuredField = {
  readonly field: FieldRef
  readonly outcome: Measurement | TooFew | CallsAddress | FailedMeasurement | 'budget'
  readonly earlierTests: readonly EarlierTest[]
  /** Digest of all that a wording was measured on, in addition to the wording. */
  readonly basis: unknown
  /** Whether held-out documents have layouts of documents that prompts were chosen on. */
  readonly sharesLayouts?: boolean
  /** Says why a model has proposed nothing; absent if it did not fail. */
  readonly proposalFailure?: string | undefined
}

type TestOutcome = ReturnType<typeof decideOutcomes>[number]
type DecidedTest = { readonly decision: TestOutcome; readonly digest: string }

/** Counts different tests; the same one counts once. */
export const countTests = (tests: readonly EarlierTest[]): number =>
  new Set(tests.map(({ digest }, index) => digest ?? index)).size

/** Returns the digest of a test: of the candidate and of all that it is measured on. */
export const computeTestDigest = ({ prompt, type }: PromptWording, basis: unknown): string =>
  computeDigest([prompt, type, basis])

type Results = { readonly results: readonly NewResult[]; readonly changes: readonly NewChange[] }

/** Decides about all fields of a run together, because they share the risk of an acceptance by chance. */
export function buildResults(
  metadata: ToolMetadata,
  measuredFields: readonly MeasuredField[],
): Results {
  const testedFields = measuredFields.flatMap(({ field, outcome, earlierTests, basis }) => {
    if (typeof outcome !== 'object' || outcome.kind !== 'tested') return []
    const digest = computeTestDigest(outcome.candidate, basis)
    const sameTest = earlierTests.find((test) => test.digest === digest)
    return [{ ...field, measurement: outcome, earlierTests, digest, sameTest }]
  })
  // The same test again is no new risk, and its decision stays.
  const newTests = testedFields.filter(({ sameTest }) => !sameTest)
  const decisions = decideOutcomes(
    newTests.map(({ measurement: { chance, worseKeys }, earlierTests }) => ({
      chance,
      earlierTests: countTests(earlierTests),
      isWorseElsewhere: worseKeys.length > 0,
    })),
  )
  const decisionById = new Map(
    testedFields.map(({ promptId, digest, sameTest }) => {
      const index = newTests.findIndex((test) => test.promptId === promptId)
      const decision = sameTest ? (sameTest.outcome as TestOutcome) : decisions[index]
      return [promptId, { decision: decision ?? 'not_proven', digest }] as const
    }),
  )
  return {
    results: measuredFields.map((one) =>
      buildResult(metadata, one, decisionById.get(one.field.promptId)),
    ),
    changes: testedFields.flatMap(({ promptId, measurement }) =>
      listChanges(promptId, measurement),
    ),
  }
}

function buildResult(
  metadata: ToolMetadata,
  { field, outcome, proposalFailure, sharesLayouts = false }: MeasuredField,
  decidedTest: DecidedTest | undefined,
): NewResult {
  const output = metadata.outputs.find(({ name }) => name === field.key)
  const result = {
    prompt_id: field.promptId,
    prompt_key: field.key,
    before_prompt: output?.prompt ?? '',
    before_type: output?.type ?? 'text',
  }
  if (decidedTest && typeof outcome === 'object' && outcome.kind === 'tested') {
    const { decision, digest } = decidedTest
    const { candidate, first, second, chance } = outcome
    return {
      ...result,
      outcome: decision,
      reason: withProposalFailure(
        [describeTested(decision, outcome), ...(sharesLayouts ? [sharedLayouts] : [])].join(' '),
        proposalFailure,
      ),
      after_prompt: candidate.prompt,
      after_type: candidate.type,
      source: candidate.source,
      first_score: JSON.stringify(first),
      second_score: JSON.stringify(second),
      chance,
      test_digest: digest,
    }
  }
  const { name, reason } = describeUntested(outcome)
  return {
    ...result,
    outcome: name,
    reason: withProposalFailure(reason, proposalFailure),
    after_prompt: null,
    after_type: null,
    source: null,
    chance: null,
  }
}

const withProposalFailure = (reason: string, failure: string | undefined) =>
  failure === undefined ? reason : `${reason} The model did not propose any: ${failure}`

const describeTested = (
  decision: 'proposed' | 'not_proven' | 'worse_elsewhere',
  { second: { fixedCount, brokenCount, checked }, worseKeys }: TestedMeasurement,
): string => {
  const counts = `Of ${checked} held-out values, ${fixedCount} became right and ${brokenCount} became wrong.`
  if (decision === 'proposed') return counts
  if (decision === 'not_proven') return `${counts} That may be by chance.`
  const quotedKeys = worseKeys.map((key) => `“${key}”`).join(', ')
  return `${counts} But other fields would get worse: ${quotedKeys}.`
}

type OutcomeWithoutTest = { readonly name: ImprovementOutcome; readonly reason: string }

function describeUntested(outcome: MeasuredField['outcome']): OutcomeWithoutTest {
  if (outcome === 'budget') {
    const reason =
      'The budget does not allow the next call that this field needs. Start again with a larger one: stored answers are not paid again.'
    return { name: 'budget', reason }
  }
  switch (outcome.kind) {
    case 'too_few':
      return {
        name: 'too_few',
        reason: `${minExpectedValues / 2} expected values are needed on each side; there are ${outcome.first} to choose a prompt with and ${outcome.second} held out. Copies of a document are on one side, and so are documents of one layout unless it has most of them, so mark values on further documents.`,
      }
    case 'too_few_wrong':
      return {
        name: 'too_few',
        reason: `Only ${outcome.wrongCount} of the held-out answers can become right, and ${outcome.neededCount} are needed to rule out chance. Mark values on further documents.`,
      }
    case 'nothing_wrong':
      return {
        name: 'nothing_wrong',
        reason: 'Every answer that a prompt could be chosen on is right already.',
      }
    case 'calls_address':
      return {
        name: 'no_proposals',
        reason:
          'A prompt that this field needs posts values to an address. It is not improved, because each wording would post them again.',
      }
    case 'no_proposals':
      return { name: 'no_proposals', reason: 'No usable prompt was proposed.' }
    case 'not_better':
      return {
        name: 'not_better',
        reason: `${outcome.tried} ${outcome.tried === 1 ? 'prompt was' : 'prompts were'} tried, and none was better.`,
      }
    case 'failed':
      return { name: 'failed', reason: outcome.reason }
    default:
      return {
        name: 'failed',
        reason: 'The documents could not be answered with the current prompt.',
      }
  }
}

const listChanges = (promptId: string, { changes }: TestedMeasurement): readonly NewChange[] =>
  changes.map(({ fieldCase: { testCase, expectedValue }, currentAnswer, newAnswer }) => ({
    prompt_id: promptId,
    document_hash: testCase.hash,
    document_id: testCase.documentId,
    document_name: testCase.name,
    truth: expectedValue,
    before_value: currentAnswer.value,
    after_value: newAnswer.value,
    was_right: currentAnswer.isRight,
    is_right: newAnswer.isRight,
  }))
