import { isSameValue } from '@recto/extraction/same-value'
import { listReferencedKeys } from '../../../answering/answering.port.ts'
import { selectOutputs } from '../../regression-tests/answer-test-case.ts'
import { computeDigest, type TestCase } from '../../regression-tests/test-cases.ts'
import type { ToolMetadata } from '../../tool-metadata.ts'
import type { MaybeAnswer, PromptWording } from './improve-field.ts'

/** `missing`: the document was deleted. */
type ToolAnswers =
  | 'missing'
  | ReadonlyMap<string, { readonly value: string | null } | { readonly error: string }>

export type AnswerTool = (request: {
  readonly metadata: ToolMetadata
  readonly keys: readonly string[]
  readonly testCase: TestCase
  /** Distinguishes the stored calls of different wordings. */
  readonly callName: string
}) => Promise<ToolAnswers>

type FieldToAnswer = {
  readonly metadata: ToolMetadata
  readonly key: string
  readonly testCase: TestCase
  readonly answerTool: AnswerTool
}

/** Answers a field with another wording, as `answerWithChange` does. */
export const answerWithWording = ({
  wording,
  ...field
}: FieldToAnswer & { readonly wording: PromptWording }): Promise<MaybeAnswer> =>
  answerWithChange({
    ...field,
    changedMetadata: withWording(field.metadata, field.key, wording),
    callName: computeDigest(wording),
  })

type ChangedField = FieldToAnswer & {
  /** The tool in which the field is changed. */
  readonly changedMetadata: ToolMetadata
  readonly callName: string
}

/**
 * Answers a changed field, together with the fields that depend on it and have an expected value. Returns `undefined` if the
 * field could not be answered.
 */
export async function answerWithChange({
  metadata,
  changedMetadata,
  key,
  testCase,
  callName,
  answerTool,
}: ChangedField): Promise<MaybeAnswer> {
  const dependentKeys = findDependentKeys(metadata, key)
  const expected = testCase.expectedValues.filter(
    (one) => one.key === key || dependentKeys.has(one.key),
  )
  const answers = await answerTool({
    metadata: changedMetadata,
    keys: expected.map((one) => one.key),
    testCase,
    callName,
  })
  if (answers === 'missing') return 'missing'
  const judge = (one: (typeof expected)[number]) => {
    const answer = answers.get(one.key)
    if (!answer || 'error' in answer) return undefined
    const { value } = answer
    // A type that tolerates more, such as a number for 01067, must not make a wrong answer right.
    const types = new Set([typeOf(metadata, one.key), typeOf(changedMetadata, one.key)])
    const isRight = [...types].every((type) => isSameValue(type, one.value, value))
    return { value, isRight }
  }
  const own = expected.find((one) => one.key === key)
  const ownAnswer = own && judge(own)
  if (!ownAnswer) return undefined
  const otherAnswers = expected
    .filter((one) => one.key !== key)
    .map((one) => [one.key, judge(one)?.isRight ?? false] as const)
  return { ...ownAnswer, others: new Map(otherAnswers) }
}

const typeOf = ({ outputs }: Pick<ToolMetadata, 'outputs'>, key: string) =>
  outputs.find(({ name }) => name === key)?.type ?? 'text'

const withWording = (metadata: ToolMetadata, key: string, { prompt, type }: PromptWording) => ({
  ...metadata,
  outputs: metadata.outputs.map((output) =>
    output.name === key ? { ...output, prompt, type } : output,
  ),
})

/** Returns the digest of all prompts and settings that the answers of a field, and of those that depend on it, come from. */
export const computeContextDigest = (metadata: ToolMetadata, key: string): string =>
  computeDigest([
    metadata.tool_settings,
    selectOutputs(metadata, [key, ...findDependentKeys(metadata, key)]),
  ])

/** Finds the fields whose answers may change with the wording of one: all of a single pass, and those that refer to it. */
export function findDependentKeys(
  { tool_settings, outputs }: ToolMetadata,
  key: string,
): ReadonlySet<string> {
  const keys = outputs.map(({ name }) => name)
  if (tool_settings.enable_single_pass_extraction) {
    return new Set(keys.filter((name) => name !== key))
  }
  const dependentKeys = new Set<string>()
  const add = (referencedKey: string) => {
    for (const { name, prompt } of outputs) {
      if (name === key || dependentKeys.has(name)) continue
      if (!listReferencedKeys(prompt, keys).includes(referencedKey)) continue
      dependentKeys.add(name)
      add(name)
    }
  }
  add(key)
  return dependentKeys
}
