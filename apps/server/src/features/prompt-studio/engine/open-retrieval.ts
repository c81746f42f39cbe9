import type { DocumentText } from '@recto/document-text/model'
import type { Question } from '@recto/provider-spec/answer'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { callModel, explainProviderError, type OpenedLlm } from '../../adapters/adapters.port.ts'
import type { EngineDocument, EngineNeeds, Reading, Run } from './engine.ts'
import { openPassages, type Passages } from './open-passages.ts'

export type Retrieve = (question: Question) => Promise<readonly string[]>

/** Makes the chunks searchable when they are not yet. */
export type EnsureIndexed = (passages: Passages) => Promise<void>

type Input = {
  readonly reading: Reading
  readonly document: EngineDocument
  readonly text: DocumentText
  readonly extractorKey: string
  readonly scope: string
  readonly run: Run
  readonly opened: OpenedLlm
  readonly ensureIndexed: EnsureIndexed
}

/** `undefined` when the whole text is the context: no chunks are wanted, or the adapter reads pages itself. */
export async function openRetrieval(
  ctx: EngineNeeds,
  tenant: Tenant,
  input: Input,
): Promise<{ readonly passages: Passages; readonly retrieve: Retrieve } | undefined> {
  const { reading, opened, ensureIndexed } = input
  if (reading.chunkSize === 0) return undefined
  if (reading.strategy === 'subquestion' && !opened.llm.complete) {
    throw badRequest(`“${opened.name}” cannot split a prompt into sub-questions.`)
  }
  if (opened.llm.answer) return undefined
  const passages = await openPassages(ctx, tenant, input)
  await ensureIndexed(passages)
  const retrieve: Retrieve = async ({ key, prompt }) => {
    if (reading.strategy === 'simple') return passages.search(key, prompt)
    const found: string[] = []
    for (const [i, part] of (await split(tenant, input, { key, prompt })).entries()) {
      found.push(...(await passages.search(`${key}/${i + 1}`, part)))
    }
    return [...new Set(found)]
  }
  return { passages, retrieve }
}

const mostParts = 5

/** The simpler questions that a model makes of one; the question itself when it makes none. */
async function split(
  tenant: Tenant,
  { opened, run }: Input,
  { key, prompt }: { readonly key: string; readonly prompt: string },
): Promise<readonly string[]> {
  const step = `${key}/split`
  const call = {
    opened,
    request: { prompt: splittingPrompt(prompt) },
    callKey: `${run.callKeyPrefix}/${step}`,
    runId: run.runId,
    reason: 'extraction' as const,
    workflowId: run.workflowId,
    executionId: run.executionId,
  }
  const { text } = await run
    .step(step, () => callModel(tenant, call))
    .catch((error: unknown) => {
      throw explainProviderError(error, opened.name)
    })
  const parts = text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter(Boolean)
    .slice(0, mostParts)
  return parts.length > 0 ? parts : [prompt]
}

const splittingPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Split the question into at most ${mostParts} simpler questions that can be searched one by one.
Reply with one question a line and nothing else.

Question: ${question}`
