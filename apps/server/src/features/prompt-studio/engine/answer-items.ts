import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import { extract } from '@recto/extraction/extract'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
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
  const { items, text, opened, retrieve, run } = input
  const [first] = items
  if (!first) return []
  const clock = openClock()
  const contexts = new Map<string, readonly string[]>()
  const answers = await extract({
    document: text,
    questions: items.map(({ question }) => question),
    llm: durable(opened, run, clock),
    instructions: first.instructions,
    complete: ({ purpose: _, step, ...request }) =>
      clock.time('extraction_llm', () =>
        run
          .step(step, () =>
            callModel(tenant, {
              opened,
              request,
              callKey: `${run.callKeyPrefix}/${step}`,
              runId: run.runId,
              reason: 'extraction',
              workflowId: run.workflowId,
              executionId: run.executionId,
            }),
          )
          .catch(explain(opened)),
      ),
    ...(retrieve && {
      retrieve: (question) => clock.time('context_retrieval', () => retrieve(question)),
    }),
    onAnswer: ({ answer, context }) => {
      contexts.set(answer.key, context)
      clock.turn(answer.key)
    },
  })
  const whole = [layoutText(text).text]
  return answers.map((answer) => ({
    ...answer,
    context: contexts.get(answer.key) ?? whole,
    metrics: clock.of(answer.key) ?? clock.share(items.length),
  }))
}

/** An adapter that answers by itself answers all the questions in one step. */
function durable(opened: OpenedLlm, { step }: Run, clock: Clock): Llm {
  const { llm } = opened
  const { answer } = llm
  if (!answer) return llm
  return {
    ...llm,
    answer: (document, questions) => {
      const name = `answer/${questions[0]?.key ?? ''}`
      return clock.time('extraction_llm', () =>
        step(name, () => answer(document, questions)).catch(explain(opened)),
      )
    },
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
  const byKey = new Map<string, Metrics>()
  let current: Record<string, number> = {}
  const metricsOf = (seconds: Record<string, number>, parts = 1): Metrics =>
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
    turn(key: string): void {
      byKey.set(key, metricsOf(current))
      current = {}
    },
    of: (key: string) => byKey.get(key),
    /** Of work that was done for several prompts at once. */
    share: (parts: number) => metricsOf(current, parts),
  }
}
