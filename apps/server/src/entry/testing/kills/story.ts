import { setTimeout as sleep } from 'node:timers/promises'
import { type CannedModelProcess, startCannedModel } from '../canned-model-process.ts'
import type { Corpus } from '../corpus.ts'
import { orders } from '../orders.ts'
import type { RunningProcess } from '../start-process.ts'

export type StoryPlan = {
  readonly documents: number
  readonly kills: number
  readonly latencyMs: number
  /** Whether the model's service keeps replies, so that they can be fetched after a kill. */
  readonly keepsReplies?: boolean
  /** What is sent; one-line orders unless stated. */
  readonly corpus?: Corpus | undefined
  readonly print?: ((line: string) => void) | undefined
}

/** A model that reads the documents, orders unless stated, and writes down what it is asked. */
export async function startReadingModel(
  cleaning: AsyncDisposableStack,
  {
    latencyMs,
    folder,
    corpus = orders,
  }: Pick<StoryPlan, 'latencyMs' | 'corpus'> & { readonly folder: string },
): Promise<CannedModelProcess> {
  const model = await startCannedModel({
    latencyMs,
    replyModule: corpus.replyModule,
    logFile: `${folder}/model.jsonl`,
  })
  cleaning.defer(() => model.stop())
  return model
}

/** Milliseconds. */
const maxWait = 120_000

/**
 * Waits for the model's log to grow by so many lines; fails when the process ends by itself meanwhile, or when nobody
 * asks the model any more.
 */
export async function untilGrown(
  model: CannedModelProcess,
  progress: { readonly event: 'received' | 'ended'; readonly count: number },
  runningProcess: Pick<RunningProcess, 'exited' | 'output'>,
): Promise<void> {
  const count = () => model.logged().filter(({ event }) => event === progress.event).length
  const expectedCount = count() + progress.count
  const stopController = new AbortController()
  const exitPromise = runningProcess.exited.then(() =>
    stopController.abort(new Error(runningProcess.output())),
  )
  const patience = AbortSignal.timeout(maxWait)
  await Promise.race([
    model.until(() => count() >= expectedCount, AbortSignal.any([stopController.signal, patience])),
    exitPromise.then(() => stopController.signal.throwIfAborted()),
  ])
}

const everyMilliseconds = 200

/** Looks again and again; fails, saying what it waited for, when that takes too long. */
export async function until(
  condition: string,
  holds: () => Promise<boolean>,
  patienceSeconds = 120,
): Promise<void> {
  const giveUpAt = performance.now() + patienceSeconds * 1000
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`Still waiting for ${condition}.`)
    await sleep(everyMilliseconds)
  }
}
