import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeForPerson, isExplained } from '../../../platform/describe-failure.ts'
import { type AnsweringNeeds, endsRun, variablesOf } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { textOfValue } from '../../prompt-studio/prompt-studio.port.ts'
import { runTool } from '../run-tool.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import type { Case } from './cases.ts'

export type ToolAnswer =
  | { readonly value: string | null; readonly error?: undefined }
  /** Why there is none. */
  | { readonly error: string }

type Asked = {
  readonly metadata: ToolMetadata
  readonly keys: readonly string[]
  readonly document: Pick<Case, 'hash' | 'name' | 'sealedPassword'>
  readonly calls: CallContext
}

/** What a tool answers to some of its prompts. One that fails, for whatever reason, costs no other; an outage of our own is thrown. */
export async function answerBy(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  tenant: Tenant,
  { metadata, keys, document, calls }: Asked,
): Promise<ReadonlyMap<string, ToolAnswer>> {
  if (keys.length === 0) return new Map()
  const { hash, name, sealedPassword } = document
  try {
    const { result } = await runTool(ctx, tenant, {
      ...calls,
      tool: {
        ...{ id: metadata.tool_id, projectId: metadata.tool_id, icon: '' },
        ...{ name: metadata.name, description: metadata.description },
        metadata: { ...metadata, outputs: outputsFor(metadata, keys) },
      },
      settings: {},
      document: { hash, name, sealed_password: sealedPassword },
    })
    const { errors = {} } = result.metadata
    return answersOf(keys, (key) => {
      const error = errors[key]
      return error === undefined ? { value: textOfValue(result.output[key]) } : { error }
    })
  } catch (error) {
    if (calls.signal?.aborted || endsRun(error)) throw error
    if (!isExplained(error)) ctx.log.error({ err: error }, 'a truth could not be answered')
    const reason = describeForPerson(error)
    return answersOf(keys, () => ({ error: reason }))
  }
}

const answersOf = (keys: readonly string[], answer: (key: string) => ToolAnswer) =>
  new Map(keys.map((key) => [key, answer(key)]))

/**
 * The prompts with those that they refer to, and those whose values leave masked. In a single pass all are asked together, so that which others there
 * are is part of the question.
 */
export function outputsFor(
  { tool_settings, outputs }: Pick<ToolMetadata, 'tool_settings' | 'outputs'>,
  keys: readonly string[],
): ToolMetadata['outputs'] {
  if (tool_settings.enable_single_pass_extraction) return outputs
  const byKey = new Map(outputs.map((output) => [output.name, output]))
  const wanted = new Set<string>()
  const add = (key: string) => {
    const output = byKey.get(key)
    if (!output || wanted.has(key)) return
    wanted.add(key)
    for (const other of variablesOf(output.prompt, byKey.keys())) add(other)
  }
  // What is masked in all of them is known first.
  for (const key of [...keys, ...(tool_settings.masking?.prompts ?? [])]) add(key)
  return outputs.filter(({ name }) => wanted.has(name))
}
