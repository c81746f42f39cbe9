import { setTimeout as sleep } from 'node:timers/promises'
import type { Person, TestReply } from '../../../testing/people.ts'
import { fetchOrders, type OrderDeployment, sendOrders } from '../order-deployment.ts'
import { findTwice, findWrong, judge, type Outcome, readFacts, type Verdict } from './judge.ts'
import { type Killable, openKillable } from './killable.ts'
import { type StoryPlan, untilGrown } from './story.ts'

export type KillReport = Verdict & {
  readonly statuses: readonly string[]
  /** Statuses of a second request for each result. */
  readonly secondReadings: readonly number[]
  readonly secondsInAll: number
  readonly stopped: { readonly code: number | null; readonly orphans: number }
}

const maxFilesOfRequest = 32

/**
 * Two or more asynchronous requests while the whole product, its database included, is killed again and
 * again; then what became of every document and of every paid call. Each result is fetched once, and
 * asked for a second time.
 */
export async function killEverything(plan: StoryPlan): Promise<KillReport> {
  await using cleaning = new AsyncDisposableStack()
  const startedAt = performance.now()
  const killable = await openKillable(cleaning, plan)
  const numbers = Array.from({ length: plan.documents }, (_, index) => index + 1)
  const executionIds = await sendAll(killable, numbers)
  await killAgainAndAgain(killable, plan)

  const person = await killable.admin()
  const { status } = await person.get('/health')
  if (status !== 200) throw new Error(`It is ready, and its health is ${status}.`)
  const { deployment, model, interruptions, starts, corpus } = killable
  const replies = await Promise.all(executionIds.map((id) => awaitRun(person, deployment, id)))
  const repeatedReplies = await Promise.all(
    executionIds.map((id) => fetchOrders(person, deployment, id)),
  )
  const facts = await readFacts(await killable.product().databaseUrl())
  const secondsInAll = (performance.now() - startedAt) / 1000
  const { code, orphans } = await killable.product().stop()

  const items = replies.flatMap(({ body }) => body.message as ResultItem[])
  const verdict = judge({ corpus, numbers, facts, log: model.logged(), interruptions, starts })
  const names = items.map(({ file }) => file)
  return {
    ...verdict,
    results: items.length,
    // Compares the replies to the callers with the stored results.
    wrong: [...new Set([...findWrong(numbers, items, corpus), ...verdict.wrong])],
    twice: [...new Set([...findTwice(names), ...verdict.twice])],
    statuses: replies.map(({ body }) => body.status),
    secondReadings: repeatedReplies.map((reply) => reply.status),
    secondsInAll,
    stopped: { code, orphans: orphans.length },
  }
}

type ResultItem = { readonly file: string; readonly result: Outcome | null }

async function sendAll(killable: Killable, numbers: readonly number[]): Promise<string[]> {
  const person = await killable.admin()
  const requests = Math.max(2, Math.ceil(numbers.length / maxFilesOfRequest))
  const perRequest = Math.ceil(numbers.length / requests)
  const ids: string[] = []
  for (let from = 0; from < numbers.length; from += perRequest) {
    const files = await Promise.all(
      numbers.slice(from, from + perRequest).map(killable.corpus.fileOf),
    )
    const reply = await sendOrders(person, killable.deployment, { files, seconds: 0 })
    ids.push(executionOf(reply))
  }
  return ids
}

/** Throws when the request was refused. */
export function executionOf({ status, body }: TestReply): string {
  if (status !== 200) throw new Error(`The request was refused: ${JSON.stringify(body)}`)
  return body.message.execution_id
}

/**
 * Each time some way on. Every other kill waits for a reply that has just gone out, so that it may hit
 * between the reply and its being kept; the others for a request that has just come in. The kills come
 * at whatever moment of the start the work goes on, also before the product says that it is ready.
 */
async function killAgainAndAgain(killable: Killable, plan: StoryPlan): Promise<void> {
  const count = Math.floor((plan.documents * killable.corpus.fields.length) / (plan.kills + 2))
  for (let turn = 0; turn < plan.kills; turn++) {
    const event = turn % 2 === 0 ? 'ended' : 'received'
    await untilGrown(killable.model, { event, count }, killable.product())
    await killable.kill()
  }
}

async function awaitRun(
  person: Person,
  deployment: OrderDeployment,
  id: string,
): Promise<TestReply> {
  for (;;) {
    const reply = await fetchOrders(person, deployment, id)
    if (reply.body?.status !== 'EXECUTING' && reply.body?.status !== 'PENDING') return reply
    await sleep(100)
  }
}
