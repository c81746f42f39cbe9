import type { Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import { type CallContext, callModel } from '../model-calls/model-calls.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { Passages } from './open-passages.ts'

type Input = {
  readonly question: Question
  readonly passages: Passages
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
}

/** Finds the chunks to answer a question from: by the question itself, or by simpler ones. */
export async function retrieveContext(
  tenant: Tenant,
  calls: CallContext,
  { question: { key, prompt }, passages, llm, settings }: Input,
): Promise<readonly string[]> {
  if (settings.strategy === 'simple') return passages.search(key, prompt)
  const { text } = await callModel(tenant, calls, {
    opened: llm,
    request: { prompt: splittingPrompt(prompt) },
    step: `${key}/split`,
    reason: 'extraction',
  })
  const found: string[] = []
  for (const [i, part] of partsOf(text, prompt).entries()) {
    found.push(...(await passages.search(`${key}/${i + 1}`, part)))
  }
  return [...new Set(found)]
}

const maxParts = 5

/** The simpler questions that the model made of one; the question itself when it made none. */
function partsOf(reply: string, prompt: string): readonly string[] {
  const parts = reply
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter(Boolean)
    .slice(0, maxParts)
  return parts.length > 0 ? parts : [prompt]
}

const splittingPrompt = (
  question: string,
) => `A search engine is to find the passages of one document that answer the question below.
Split the question into at most ${maxParts} simpler questions that can be searched one by one.
Reply with one question a line and nothing else.

Question: ${question}`
