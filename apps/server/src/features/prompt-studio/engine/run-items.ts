import type { DocumentText } from '@recto/document-text/model'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { openLlm } from '../../adapters/adapters.port.ts'
import { type Answered, answerItems } from './answer-items.ts'
import type { EngineDocument, EngineNeeds, Item, Reading, Run } from './engine.ts'
import { rethrowExplained } from './explain-run-error.ts'
import { fillVariables, variablesOf } from './fill-variables.ts'
import type { Passages } from './open-passages.ts'
import { type EnsureIndexed, openRetrieval } from './open-retrieval.ts'
import { readText } from './read-text.ts'

/** An answer with the text that it was found in. */
export type Result = Answered & {
  readonly text: DocumentText
  readonly extractorKey: string
  /** The chunks that were searched; `undefined` when the whole text was the context. */
  readonly passages: Passages | undefined
}

export type RunInput = {
  readonly items: readonly Item[]
  readonly document: EngineDocument
  /** Values of prompts that are not among the items, for those that refer to them. */
  readonly known: ReadonlyMap<string, Json>
  readonly scope: string
  readonly run: Run
  readonly ensureIndexed: EnsureIndexed
}

/**
 * Answers the prompts in their order: the one engine of the studio and of tools. Neighbours with the
 * same settings go together; a prompt that refers to others waits until they have their values.
 */
export async function runItems(
  ctx: EngineNeeds,
  tenant: Tenant,
  input: RunInput,
): Promise<readonly Result[]> {
  const values = new Map(input.known)
  const results: Result[] = []
  try {
    for (const group of groupsOf(input)) {
      const answered = await runGroup(ctx, tenant, { ...input, items: filled(group, values) })
      for (const result of answered) values.set(result.key, result.value)
      results.push(...answered)
    }
  } catch (error) {
    rethrowExplained(error)
  }
  return results
}

function groupsOf({ items, known }: RunInput): readonly (readonly Item[])[] {
  const keys = [...known.keys(), ...items.map(({ question }) => question.key)]
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    const isAlone = variablesOf(item.question.prompt, keys).length > 0
    if (last?.[0] && !isAlone && isAlike(last[0], item)) last.push(item)
    else groups.push([item])
  }
  return groups
}

function isAlike(a: Item, b: Item): boolean {
  const settings = ({ reading, instructions }: Item) => JSON.stringify([reading, instructions])
  return settings(a) === settings(b)
}

function filled(items: readonly Item[], values: ReadonlyMap<string, Json>): readonly Item[] {
  return items.map((item) => ({
    ...item,
    question: { ...item.question, prompt: fillVariables(item.question.prompt, values) },
  }))
}

async function runGroup(
  ctx: EngineNeeds,
  tenant: Tenant,
  { items, document, scope, run, ensureIndexed }: RunInput,
): Promise<readonly Result[]> {
  const { reading } = items[0] as { reading: Reading }
  const opened = await openLlm(ctx, tenant, reading.llmId)
  const { textExtractorId } = reading
  const read = await readText(ctx, tenant, { document, textExtractorId, step: run.step })
  const shared = { reading, document, scope, run, opened, ensureIndexed, ...read }
  const retrieval = await openRetrieval(ctx, tenant, shared)
  const retrieve = retrieval?.retrieve
  const answers = await answerItems(tenant, { items, text: read.text, opened, retrieve, run })
  return answers.map((answer) => ({ ...answer, ...read, passages: retrieval?.passages }))
}
