import { isSameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { answerTestCase, selectOutputs, type ToolAnswer } from './answer-test-case.ts'
import { computeDigest, type TestCase } from './test-cases.ts'

/**
 * `new`: the published version does not answer it, while the candidate may. `failed`: it could not be
 * answered, which tells nothing about the prompt.
 */
type RegressionOutcome = 'better' | 'worse' | 'unchanged' | 'new' | 'failed'

export type ComparedAnswer = {
  readonly key: string
  readonly outcome: RegressionOutcome
  readonly expectedValue: string | null
  readonly publishedValue: string | null
  readonly candidateValue: string | null
  /** Null where there is no answer to judge. */
  readonly wasCorrect: boolean | null
  readonly isCorrect: boolean | null
  readonly error: string | null
}

export type ComparedVersions = {
  /** The project as an export would make it now. */
  readonly candidate: ToolMetadata
  /** The published version; undefined before the first export. */
  readonly published: ToolMetadata | undefined
}

type TestCaseRun = ComparedVersions & {
  readonly testCase: TestCase
  /** Its key prefix is extended for each version. */
  readonly calls: CallContext
}

const notAskedAnswer: ToolAnswer = { error: 'The prompt was not run.' }

/**
 * Answers the prompts of a test case with both versions and compares the answers. A prompt that is
 * equal in both is answered once, and stored model replies to the same request are reused.
 */
export async function runTestCase(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  tenant: Tenant,
  { candidate, published: publishedVersion, testCase, calls }: TestCaseRun,
): Promise<readonly ComparedAnswer[]> {
  const keys = testCase.expectedValues.map(({ key }) => key)
  const changedKeys = publishedVersion
    ? keys.filter(
        (key) =>
          hasOutput(publishedVersion, key) && hasQuestionChanged(candidate, publishedVersion, key),
      )
    : []
  const answer = (metadata: ToolMetadata, keyPart: string, someKeys: readonly string[]) =>
    answerTestCase(ctx, tenant, {
      metadata,
      keys: someKeys,
      document: testCase,
      calls: {
        ...calls,
        callKeyPrefix: `${calls.callKeyPrefix}/${keyPart}`,
        reusesReplies: true,
        documentHash: testCase.hash,
      },
    })
  const candidateAnswers = await answer(candidate, 'after', keys)
  const publishedAnswers = publishedVersion
    ? await answer(publishedVersion, 'before', changedKeys)
    : new Map<string, ToolAnswer>()
  return testCase.expectedValues.map((expected) => {
    const { key } = expected
    const isPublished = publishedVersion !== undefined && hasOutput(publishedVersion, key)
    const publishedAnswer =
      publishedAnswers.get(key) ?? (isPublished ? candidateAnswers.get(key) : undefined)
    return compareAnswers(expected, publishedAnswer, candidateAnswers.get(key) ?? notAskedAnswer)
  })
}

const hasOutput = ({ outputs }: ToolMetadata, key: string) =>
  outputs.some(({ name, active }) => name === key && active)

const hasQuestionChanged = (candidate: ToolMetadata, publishedVersion: ToolMetadata, key: string) =>
  computeQuestionDigest(candidate, key) !== computeQuestionDigest(publishedVersion, key)

/** Digest of everything that the answer depends on. */
const computeQuestionDigest = (metadata: ToolMetadata, key: string) =>
  computeDigest([metadata.tool_settings, selectOutputs(metadata, [key])])

type ExpectedValue = TestCase['expectedValues'][number]

function compareAnswers(
  expected: ExpectedValue,
  publishedAnswer: ToolAnswer | undefined,
  candidateAnswer: ToolAnswer,
): ComparedAnswer {
  const judge = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined
      ? null
      : isSameValue(expected.type, expected.value, answer.value)
  const wasCorrect = judge(publishedAnswer)
  const isCorrect = judge(candidateAnswer)
  const getValue = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined ? null : answer.value
  // A correct answer is no regression, whatever the published version would answer.
  const error = candidateAnswer.error ?? (isCorrect ? undefined : publishedAnswer?.error)
  return {
    key: expected.key,
    outcome: error === undefined ? toOutcome(wasCorrect, isCorrect) : 'failed',
    expectedValue: expected.value,
    publishedValue: getValue(publishedAnswer),
    candidateValue: getValue(candidateAnswer),
    wasCorrect,
    isCorrect,
    error: error ?? null,
  }
}

function toOutcome(wasCorrect: boolean | null, isCorrect: boolean | null): RegressionOutcome {
  if (wasCorrect === null) return 'new'
  if (wasCorrect === isCorrect) return 'unchanged'
  return isCorrect ? 'better' : 'worse'
}
