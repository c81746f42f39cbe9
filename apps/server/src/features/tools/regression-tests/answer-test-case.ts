import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUserFacingError, toUserMessage } from '../../../platform/describe-failure.ts'
import {
  type AnsweringDependencies,
  endsRun,
  listReferencedKeys,
} from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { toStoredText } from '../../prompt-studio/prompt-studio.port.ts'
import { runTool } from '../run-tool.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { TestCase } from './test-cases.ts'

export type ToolAnswer =
  | { readonly value: string | null; readonly error?: undefined }
  /** The reason why there is no answer, in words and as it was thrown. */
  | { readonly error: string; readonly cause?: unknown }

type TestCaseQuestions = {
  readonly metadata: ToolMetadata
  readonly keys: readonly string[]
  readonly document: Pick<TestCase, 'hash' | 'name' | 'sealedPassword'>
  readonly calls: CallContext
  /** Receives the values of masked prompts in the spellings of the document, if all of them were found. */
  readonly onMaskedValues?: ((values: readonly string[]) => void) | undefined
}

/**
 * Answers some prompts of a tool. A failed prompt does not affect the others; an outage of our own
 * is thrown.
 */
export async function answerTestCase(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  tenant: Tenant,
  { metadata, keys, document, calls, onMaskedValues }: TestCaseQuestions,
): Promise<ReadonlyMap<string, ToolAnswer>> {
  if (keys.length === 0) return new Map()
  const { hash, name, sealedPassword } = document
  // The contract's name for the id of the project; a candidate is no tool yet.
  const projectId = metadata.tool_id
  try {
    const {
      result,
      maskedValues,
      failedQuestions = [],
    } = await runTool(ctx, tenant, {
      ...calls,
      tool: {
        id: projectId,
        projectId,
        icon: '',
        name: metadata.name,
        description: metadata.description,
        metadata: { ...metadata, outputs: selectOutputs(metadata, keys) },
      },
      settings: {},
      document: { hash, name, sealed_password: sealedPassword },
    })
    if (maskedValues) onMaskedValues?.(maskedValues)
    const { errors = {} } = result.metadata
    return mapAnswers(keys, (key) => {
      const error = errors[key]
      if (error === undefined) return { value: toStoredText(result.output[key]) }
      return { error, cause: failedQuestions.find((question) => question.key === key)?.error }
    })
  } catch (error) {
    if (calls.signal?.aborted || endsRun(error)) throw error
    if (!isUserFacingError(error))
      ctx.log.error({ err: error }, 'a prompt of a regression test could not be answered')
    const reason = toUserMessage(error)
    return mapAnswers(keys, () => ({ error: reason, cause: error }))
  }
}

const mapAnswers = (keys: readonly string[], answer: (key: string) => ToolAnswer) =>
  new Map(keys.map((key) => [key, answer(key)]))

/**
 * Selects the prompts, those they refer to, and those whose values are masked. In a single pass all
 * prompts are asked together and are part of the question, so all are selected.
 */
export function selectOutputs(
  { tool_settings, outputs }: Pick<ToolMetadata, 'tool_settings' | 'outputs'>,
  keys: readonly string[],
): ToolMetadata['outputs'] {
  if (tool_settings.enable_single_pass_extraction) return outputs
  const outputByKey = new Map(outputs.map((output) => [output.name, output]))
  const selectedKeys = new Set<string>()
  const add = (key: string) => {
    const output = outputByKey.get(key)
    if (!output || selectedKeys.has(key)) return
    selectedKeys.add(key)
    for (const referencedKey of listReferencedKeys(output.prompt, outputByKey.keys()))
      add(referencedKey)
  }
  // Values that are masked must be known before the others are asked.
  for (const key of [...keys, ...(tool_settings.masking?.prompts ?? [])]) add(key)
  return outputs.filter(({ name }) => selectedKeys.has(name))
}
