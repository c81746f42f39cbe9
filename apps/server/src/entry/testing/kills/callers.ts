import { omitUndefined } from '@recto/omit-undefined'
import type { Person, TestReply } from '../../../testing/people.ts'
import { deployOrders, sendOrders } from '../order-deployment.ts'
import { executionOf } from './everything.ts'
import { judge, readFacts, type Verdict } from './judge.ts'
import { type Killable, openKillable } from './killable.ts'
import { type StoryPlan, until, untilGrown } from './story.ts'

export type CallersReport = Verdict & {
  /** Calls that were answered with a result while they waited. */
  readonly answered: number
  /** … with EXECUTING, because their time was over. */
  readonly deferred: number
  /** … with an error in words. */
  readonly refused: number
  /** Calls that nobody answered: the caller hung up, or the product died. */
  readonly cut: number
  /** Documents of a deployment that was deleted as soon as it had accepted them. */
  readonly orphaned: number
}

/**
 * Callers who wait, for long or for a second, and callers who hang up, while the product is killed, or
 * every third time told to stop; and a deployment that is deleted while its files run. What was
 * taken in comes to its end all the same, and is paid once.
 */
export async function cutCallersOff(plan: StoryPlan): Promise<CallersReport> {
  await using cleaning = new AsyncDisposableStack()
  const killable = await openKillable(cleaning, plan)
  const orphans = await orphan(killable)
  const perTurn = Math.ceil(plan.documents / (plan.kills + 1))
  const calls: Call[] = []
  for (let turn = 0; turn <= plan.kills; turn++) {
    const numbers = Array.from({ length: perTurn }, (_, i) => 1 + turn * perTurn + i)
    // Each turn its own callers: they all see the same end.
    const person = await killable.admin()
    const sentCallPromises = numbers.map((number) => call(killable, person, number))
    if (turn < plan.kills) {
      const event = turn % 2 === 0 ? 'ended' : 'received'
      await untilGrown(killable.model, { event, count: 3 + (turn % 4) * 5 }, killable.product())
      await (turn % 3 === 2 ? killable.restart() : killable.kill())
    }
    calls.push(...(await Promise.all(sentCallPromises)))
  }

  await killable.admin()
  const databaseUrl = await killable.product().databaseUrl()
  await until('every execution to end', async () => {
    const { executions } = await readFacts(databaseUrl)
    return executions.every(({ status }) => status === 'COMPLETED')
  })
  const facts = await readFacts(databaseUrl)
  await killable.product().stop()

  const knownCalls = calls.filter(({ end }) => end === 'answered' || end === 'deferred')
  const unknownCalls = calls.filter((one) => !knownCalls.includes(one))
  const numberOf = ({ number }: Call) => number
  const countOf = (end: Call['end']) => calls.filter((one) => one.end === end).length
  return {
    ...judge({
      corpus: killable.corpus,
      numbers: [...knownCalls.map(numberOf), ...orphans],
      uncertainNumbers: unknownCalls.map(numberOf),
      facts,
      log: killable.model.logged(),
      interruptions: killable.interruptions,
      starts: killable.starts,
    }),
    answered: countOf('answered'),
    deferred: countOf('deferred'),
    refused: countOf('refused'),
    cut: countOf('cut'),
    orphaned: orphans.length,
  }
}

type Call = { readonly number: number; readonly end: 'answered' | 'deferred' | 'refused' | 'cut' }

const ways = ['waits', 'waits a second', 'hangs up'] as const

async function call(killable: Killable, person: Person, number: number): Promise<Call> {
  const way = ways[number % ways.length]
  const files = [await killable.corpus.fileOf(number)]
  const seconds = way === 'waits a second' ? 1 : 60
  const signal = way === 'hangs up' ? AbortSignal.timeout(50 + (number % 7) * 60) : undefined
  const sentReplyPromise = sendOrders(person, killable.deployment, {
    files,
    seconds,
    ...omitUndefined({ signal }),
  })
  const reply = await sentReplyPromise.catch(() => undefined)
  return { number, end: endOf(reply) }
}

function endOf(reply: TestReply | undefined): Call['end'] {
  if (reply === undefined) return 'cut'
  if (reply.status !== 200) return 'refused'
  return reply.body.message.execution_status === 'COMPLETED' ? 'answered' : 'deferred'
}

/** Sends some documents, and deletes what they were sent to. */
async function orphan({ admin, model, corpus }: Killable): Promise<number[]> {
  const person = await admin()
  const deployment = await deployOrders(person, { name: 'orphans', modelUrl: model.url, corpus })
  const numbers = [9001, 9002, 9003, 9004]
  const files = await Promise.all(numbers.map(corpus.fileOf))
  executionOf(await sendOrders(person, deployment, { files, seconds: 0 }))
  const { body } = await person.get('api/deployment/')
  const orphanDeployment = [body.results ?? body].flat().find((one) => one.api_name === 'orphans')
  const { status } = await person.delete(`api/deployment/${orphanDeployment.id}/`)
  if (status !== 204) throw new Error(`The deployment could not be deleted: ${status}.`)
  return numbers
}
