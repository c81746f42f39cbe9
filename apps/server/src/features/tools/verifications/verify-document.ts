import { sameValue } from '@recto/extraction/same-value'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import { answerBy, outputsFor, type ToolAnswer } from './answer-by.ts'
import { type Case, digestOf } from './cases.ts'

/** `new`: the published version does not answer it. `failed`: it could not be answered, which says nothing of the prompt. */
type Outcome = 'better' | 'worse' | 'unchanged' | 'new' | 'failed'

export type VerifiedAnswer = {
  readonly key: string
  readonly outcome: Outcome
  readonly truth: string | null
  readonly before: string | null
  readonly after: string | null
  /** Null where there is no answer to judge. */
  readonly wasRight: boolean | null
  readonly isRight: boolean | null
  readonly error: string | null
}

export type ComparedVersions = {
  /** What an export would make of the project. */
  readonly candidate: ToolMetadata
  /** What the last one made; undefined before the first. */
  readonly published: ToolMetadata | undefined
}

type Given = ComparedVersions & {
  readonly document: Case
  /** Its keys begin with this; each version has keys of its own below it. */
  readonly calls: CallContext
}

/**
 * Answers what is known to be right of a document as both versions do, and compares. A prompt that is asked alike in
 * both is answered once, and a request that a model has answered before is not paid again.
 */
export async function verifyDocument(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  tenant: Tenant,
  { candidate, published, document, calls }: Given,
): Promise<readonly VerifiedAnswer[]> {
  const keys = document.truths.map(({ key }) => key)
  const changed = published
    ? keys.filter((key) => isIn(published, key) && isAskedOtherwise(candidate, published, key))
    : []
  const by = (metadata: ToolMetadata, part: string, those: readonly string[]) =>
    answerBy(ctx, tenant, {
      ...{ metadata, keys: those, document },
      calls: {
        ...calls,
        callKeyPrefix: `${calls.callKeyPrefix}/${part}`,
        reusesReplies: true,
        documentHash: document.hash,
      },
    })
  const after = await by(candidate, 'after', keys)
  const before = published ? await by(published, 'before', changed) : new Map<string, ToolAnswer>()
  return document.truths.map((truth) => {
    const { key } = truth
    const isThere = published !== undefined && isIn(published, key)
    const was = before.get(key) ?? (isThere ? after.get(key) : undefined)
    return compare(truth, was, after.get(key) ?? notAsked)
  })
}

const notAsked: ToolAnswer = { error: 'The prompt was not asked.' }

const isIn = ({ outputs }: ToolMetadata, key: string) =>
  outputs.some(({ name, active }) => name === key && active)

const isAskedOtherwise = (one: ToolMetadata, other: ToolMetadata, key: string) =>
  questionDigest(one, key) !== questionDigest(other, key)

/** Of all that the answer depends on. */
const questionDigest = (metadata: ToolMetadata, key: string) =>
  digestOf([metadata.tool_settings, outputsFor(metadata, [key])])

type Truth = Case['truths'][number]

function compare(truth: Truth, was: ToolAnswer | undefined, is: ToolAnswer): VerifiedAnswer {
  const right = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined
      ? null
      : sameValue(truth.type, truth.value, answer.value)
  const wasRight = right(was)
  const isRight = right(is)
  const saidBy = (answer: ToolAnswer | undefined) =>
    answer === undefined || answer.error !== undefined ? null : answer.value
  // What is right cannot have got worse, whatever the published version would have said.
  const error = is.error ?? (isRight ? undefined : was?.error)
  return {
    key: truth.key,
    outcome: error === undefined ? outcomeOf(was && wasRight, isRight) : 'failed',
    truth: truth.value,
    before: saidBy(was),
    after: saidBy(is),
    ...{ wasRight, isRight },
    error: error ?? null,
  }
}

function outcomeOf(wasRight: boolean | null | undefined, isRight: boolean | null): Outcome {
  if (wasRight === undefined || wasRight === null) return 'new'
  if (wasRight === isRight) return 'unchanged'
  return isRight ? 'better' : 'worse'
}
