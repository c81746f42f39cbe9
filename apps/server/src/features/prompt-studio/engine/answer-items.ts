import type { DocumentText } from '@recto/document-text/model'
import { type Extracted, type ExtractionLlm, extract } from '@recto/extraction/extract'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { callModel, explainProviderError, type OpenedLlm } from '../../adapters/adapters.port.ts'
import type { Item, Run } from './engine.ts'
import type { Retrieve } from './open-retrieval.ts'

export type Metrics = { readonly [group: string]: { readonly 'time_taken(s)': number } }

export type Answered = {
  readonly key: string
  readonly value: Json
  readonly evidence: EvidenceTree
  /** The texts that the answer was taken from. */
  readonly context: readonly string[]
  readonly metrics: Metrics
}

type Input = {
  /** All of one reading and of the same instructions. */
  readonly items: readonly Item[]
  readonly text: DocumentText
  readonly opened: OpenedLlm
  readonly retrieve: Retrieve | undefined
  readonly run: Run
}

/** Asks the prompts one after the other; every call is a step of its own. */
export async function answerItems(tenant: Tenant, input: Input): Promise<readonly Answered[]> {
  const { items, text, opened, retrieve } = input
  const [first] = items
  if (!first) return []
  const { instructions } = first
  const clock = openClock()
  const llm = durable(tenant, input, clock)
  if (opened.llm.answer) {
    const questions = items.map(({ question }) => question)
    const extracted = await extract({ document: text, questions, instructions, llm })
    const metrics = clock.turn(items.length)
    return extracted.map((one) => answeredOf(one, metrics))
  }
  const answered: Answered[] = []
  for (const { question } of items) {
    const context = retrieve && (await clock.time('context_retrieval', () => retrieve(question)))
    const questions = [{ ...question, ...(context && { context }) }]
    const extracted = await extract({ document: text, questions, instructions, llm })
    const metrics = clock.turn()
    answered.push(...extracted.map((one) => answeredOf(one, metrics)))
  }
  return answered
}

function answeredOf({ key, value, evidence, context }: Extracted, metrics: Metrics): Answered {
  return { key, value, evidence, context, metrics }
}

/** Every call is a step; an adapter that answers by itself answers all the questions in one. */
function durable(tenant: Tenant, { opened, run }: Input, clock: Clock): ExtractionLlm {
  const { model, answer } = opened.llm
  const inStep = <T>(name: string, call: () => Promise<T>) =>
    clock.time('extraction_llm', () => run.step(name, call).catch(explain(opened)))
  return {
    model,
    ...(answer && {
      answer: (document, questions) =>
        inStep(`answer/${questions[0]?.key ?? ''}`, () => answer(document, questions)),
    }),
    complete: ({ purpose: _, step, ...request }) =>
      inStep(step, () =>
        callModel(tenant, {
          opened,
          request,
          callKey: `${run.callKeyPrefix}/${step}`,
          runId: run.runId,
          reason: 'extraction',
          workflowId: run.workflowId,
          executionId: run.executionId,
        }),
      ),
  }
}

const explain =
  ({ name }: OpenedLlm) =>
  (error: unknown): never => {
    throw explainProviderError(error, name)
  }

type Clock = ReturnType<typeof openClock>

/** Sums up what each part of the work took, prompt by prompt. */
function openClock() {
  let current: Record<string, number> = {}
  const metricsOf = (seconds: Record<string, number>, parts: number): Metrics =>
    Object.fromEntries(
      Object.entries(seconds).map(([group, taken]) => [group, { 'time_taken(s)': taken / parts }]),
    )
  return {
    async time<T>(group: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now()
      try {
        return await work()
      } finally {
        current[group] = (current[group] ?? 0) + (performance.now() - start) / 1000
      }
    },
    /** What was taken since the turn before, for each of the prompts that it was taken for. */
    turn(prompts = 1): Metrics {
      const metrics = metricsOf(current, prompts)
      current = {}
      return metrics
    },
  }
}
