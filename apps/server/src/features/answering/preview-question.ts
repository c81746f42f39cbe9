import type { CustomData } from '@recto/contract/wire'
import { assemblePrompt } from '@recto/extraction/assemble-prompt'
import type { Json, Question } from '@recto/provider-spec/answer'
import type { Tenant } from '../../platform/db/database.ts'
import { type OpenedLlm, openLlm, openTextExtractor } from '../adapters/adapters.port.ts'
import { type CallContext, maskRequest } from '../model-calls/model-calls.port.ts'
import type { AnsweringNeeds, ConfiguredQuestion, NamedDocument } from './answer-settings.ts'
import { findContext } from './find-context.ts'
import type { Fitted } from './fit-context.ts'
import type { EnsureIndexed } from './open-documents.ts'
import { openPassages } from './open-passages.ts'
import { findText, keyOfReading, readText } from './read-text.ts'
import { asksModel } from './retrieval/strategies.ts'
import { assertCanRetrieve } from './retrieve-context.ts'
import { estimateTokens } from './text/estimate-tokens.ts'
import type { OpenedText } from './text/open-text.ts'
import { fillVariables } from './variables/fill-variables.ts'
import { variablesOf } from './variables/variables-in.ts'

type Input = {
  readonly question: ConfiguredQuestion
  readonly document: NamedDocument
  readonly known: ReadonlyMap<string, Json>
  readonly customData: CustomData | null
  /** What is answered from in the place of the text, such as a summary. */
  readonly source?: string | undefined
  readonly scope: string
  readonly calls: CallContext
  readonly ensureIndexed: EnsureIndexed
}

export type QuestionPreview = {
  /** Absent where no model is asked. */
  readonly prompt: string | null
  readonly tokens: number
  /** 0 when unknown. */
  readonly contextWindow: number
  /** The chunks; empty when the whole text is the context. */
  readonly chunks: readonly string[]
  readonly omitted: number
  /** What is left out, and why. */
  readonly notes: readonly string[]
}

/**
 * What a model would be asked, to the letter as far as that can be said without a paid call: what only
 * such a call could say is left out and noted. Throws what a run would be refused for.
 */
export async function previewQuestion(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  input: Input,
): Promise<QuestionPreview> {
  const notes: string[] = []
  const { settings } = input.question
  const llm = await openLlm(ctx, tenant, settings.llmId)
  assertCanRetrieve(llm, settings)
  const { contextWindow } = llm.llm
  if (llm.llm.answer) {
    notes.push(`“${llm.name}” reads the document itself: it is asked no prompt.`)
    return { prompt: null, tokens: 0, contextWindow, chunks: [], omitted: 0, notes }
  }
  const asked = await filled(input, notes)
  const found = await contextFor(ctx, tenant, { ...input, asked, llm, notes })
  const texts = found?.texts ?? ['[what is found in the document when the prompt runs]']
  if (texts.length === 0) {
    notes.push('There is nothing in the document to answer from: no model is asked.')
    return { prompt: null, tokens: 0, contextWindow, chunks: [], omitted: 0, notes }
  }
  const assembled = assemblePrompt(asked, settings.instructions, texts)
  const { request } = await maskRequest(input.calls, {
    opened: llm,
    request: { prompt: assembled },
  })
  const { prompt } = request
  const tokens = estimateTokens(prompt)
  const chunks = settings.chunkSize === 0 || input.source !== undefined ? [] : (found?.texts ?? [])
  return { prompt, tokens, contextWindow, chunks, omitted: found?.omitted ?? 0, notes }
}

/** With the variables filled of which the value is known. */
async function filled(
  { question: { settings: _, ...question }, known, customData }: Input,
  notes: string[],
): Promise<Question> {
  const missing = variablesOf(question.prompt, known.keys()).filter((key) => !known.has(key))
  for (const key of missing) {
    notes.push(`“${key}” has no output for this document yet: its value comes in its place.`)
  }
  const values = new Map([...known, ...missing.map((key) => [key, `{{${key}}}`] as const)])
  const prompt = await fillVariables(question.prompt, {
    ...{ known: values, customData },
    async askAddress(url) {
      notes.push(`${url} is asked only when the prompt runs: its reply comes in its place.`)
      return `[the reply of ${url}]`
    },
  })
  return { ...question, prompt }
}

type Finding = Input & {
  /** As it is asked. */
  readonly asked: Question
  readonly llm: OpenedLlm
  readonly notes: string[]
}

/** Nothing where a paid call would have to find it. */
async function contextFor(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  {
    question: { settings },
    asked,
    source,
    document,
    scope,
    calls,
    ensureIndexed,
    llm,
    notes,
  }: Finding,
): Promise<Fitted | undefined> {
  const read = await freeText(ctx, tenant, { document, settings, calls, notes })
  if (!read) return undefined
  const { name, hash } = document
  const named = { name, hash, textHash: await read.text.textHash() }
  const opened = { ...named, ...read, llm, settings, source, passages: undefined }
  if (settings.chunkSize === 0 || source !== undefined)
    return findContext(tenant, calls, opened, asked)
  if (asksModel(settings.strategy)) {
    notes.push(
      `The strategy ${settings.strategy} asks the model before it searches, which is paid: the chunks are found when the prompt runs.`,
    )
    return undefined
  }
  const given = { settings, document, scope, calls, llm, ensureIndexed, ...read }
  const passages = await openPassages(ctx, tenant, given)
  if (!passages.isFree) {
    notes.push(
      'The embedding model of the profile is paid: the chunks are found when the prompt runs.',
    )
    return undefined
  }
  await ensureIndexed(passages)
  return findContext(tenant, calls, { ...opened, passages }, asked)
}

type Reading = Pick<Finding, 'document' | 'calls' | 'notes'> & {
  readonly settings: ConfiguredQuestion['settings']
}

/** The text, unless it was not read yet and reading it is paid. */
async function freeText(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, settings: { textExtractorId, hiddenText }, calls, notes }: Reading,
): Promise<{ readonly text: OpenedText; readonly extractorKey: string } | undefined> {
  const opened = await openTextExtractor(ctx, tenant, textExtractorId)
  const { name, extractor } = opened
  const given = { document, textExtractorId, hiddenText, calls, isKept: true }
  if (extractor.isFree) return readText(ctx, tenant, given)
  const extractorKey = keyOfReading(opened, hiddenText)
  const text = await findText(ctx, tenant, { document, extractorKey })
  if (text) return { text, extractorKey }
  notes.push(`The document was not read yet, and “${name}” is paid: index it to see what is found.`)
  return undefined
}
