import { setTimeout as sleep } from 'node:timers/promises'
import type { Corpus } from '../corpus.ts'
import { deployFields, fetchOrders, sendOrders } from '../order-deployment.ts'
import { orders } from '../orders.ts'
import { openSharedInstallation } from '../shared-installation.ts'
import type { RunningProcess } from '../start-process.ts'
import { adminWith, signIn } from '../start-product.ts'
import { executionOf } from './everything.ts'
import { type Facts, judge, readFacts, type Verdict } from './judge.ts'
import { type StoryPlan, startReadingModel, until, untilGrown } from './story.ts'

export type TakeoverReport = Verdict & {
  readonly frozen: number
  /** Files whose result was written again after a worker that stood still woke up. */
  readonly overwritten: readonly string[]
  /** Files that the worker held while it stood still, of all times. */
  readonly heldWhileFrozen: number
  readonly secondReading: number
}

/** Longer than the lease of a worker, which ends 6 s after its last heartbeat. */
const frozenSeconds = 13

/** Asked for more than once, so that a file is long in hand: not all at a time fit. */
const manyFieldsOf = ({ fields }: Corpus) =>
  Array.from({ length: 4 }, (_, copy) =>
    fields.map(({ key, ...field }) => ({ key: copy ? `${key}_copy${copy}` : key, ...field })),
  ).flat()

/**
 * A web and two workers on one database. In turn one worker is killed and replaced, and one stands
 * still until the other has taken its files, and then goes on.
 */
export async function takeOver(plan: StoryPlan): Promise<TakeoverReport> {
  await using cleaning = new AsyncDisposableStack()
  const installation = await openSharedInstallation(cleaning, {
    RECTO_JOBS_PER_WORKER: '4',
    RECTO_JOBS_PER_ORGANIZATION: '8',
  })
  const { folder, databaseUrl, start } = installation
  const { latencyMs, corpus = orders } = plan
  const model = await startReadingModel(cleaning, { latencyMs, folder, corpus })
  const web = start('web')
  const workers = [start('worker'), start('worker')]
  const origin = await web.ready
  await Promise.all(workers.map(({ ready }) => ready))
  const admin = adminWith(await signIn(origin), origin)
  const sample = { ...(await corpus.fileOf(0)), field: 'file' }
  const manyFields = manyFieldsOf(corpus)
  const fields = { fields: manyFields, sample }
  const deployment = await deployFields(admin, { name: 'orders', modelUrl: model.url, ...fields })

  const rounds = { interruptions: [] as number[], overwritten: [] as string[], held: 0 }
  const numbers: number[] = []
  const ids: string[] = []
  const send = async (round: number) => {
    const orderNumbers = Array.from(
      { length: plan.documents },
      (_, i) => 1 + round * plan.documents + i,
    )
    const files = await Promise.all(orderNumbers.map(corpus.fileOf))
    ids.push(executionOf(await sendOrders(admin, deployment, { files, seconds: 0 })))
    numbers.push(...orderNumbers)
  }
  const grow = () => untilGrown(model, { event: 'ended', count: manyFields.length * 2 }, web)
  for (let round = 0; round < plan.kills; round++) {
    await send(round)
    await grow()
    await replace(workers, round % 2, start)
    rounds.interruptions.push(Date.now())
    plan.print?.(`worker ${round + 1} was killed`)
    await Promise.all(workers.map(({ ready }) => ready))
    await send(plan.kills + round)
    await grow()
    const { held: heldCount, changed: changedFiles } = await freeze(
      workers[1 - (round % 2)],
      databaseUrl,
      rounds,
    )
    rounds.held += heldCount
    rounds.overwritten.push(...changedFiles)
    plan.print?.(`worker ${round + 1} stood still with ${heldCount} files in hand`)
  }

  await until('every execution to end', async () =>
    (await readFacts(databaseUrl)).executions.every(({ status }) => status === 'COMPLETED'),
  )
  const [id = ''] = ids
  await fetchOrders(admin, deployment, id)
  const { status: secondReading } = await fetchOrders(admin, deployment, id)
  return {
    ...judge({
      corpus,
      numbers,
      facts: await readFacts(databaseUrl),
      log: model.logged(),
      interruptions: rounds.interruptions,
    }),
    frozen: plan.kills,
    overwritten: rounds.overwritten,
    heldWhileFrozen: rounds.held,
    secondReading,
  }
}

async function replace(
  workers: RunningProcess[],
  index: number,
  start: (program: 'worker') => RunningProcess,
): Promise<void> {
  workers[index]?.signal('SIGKILL')
  await workers[index]?.exited
  workers[index] = start('worker')
}

type FreezeResult = { readonly held: number; readonly changed: readonly string[] }

/** What was settled while it stood still has to look the same some seconds after it woke up. */
async function freeze(
  worker: RunningProcess | undefined,
  databaseUrl: string,
  { interruptions }: { readonly interruptions: number[] },
): Promise<FreezeResult> {
  if (!worker) throw new Error('There is no such worker.')
  worker.signal('SIGSTOP')
  // What it had sent arrives within a second; its leases last for six, and nobody asks anew before.
  await sleep(1000)
  interruptions.push(Date.now())
  const unsettledIds = new Set(
    (await readFacts(databaseUrl)).files
      .filter(({ status }) => status === 'EXECUTING')
      .map(({ file }) => file),
  )
  await sleep(frozenSeconds * 1000)
  const initialFacts = await readFacts(databaseUrl)
  worker.signal('SIGCONT')
  await sleep(2000)
  const finalFacts = await readFacts(databaseUrl)
  return { held: unsettledIds.size, changed: changedOf(initialFacts, finalFacts) }
}

function changedOf(initialFacts: Facts, finalFacts: Facts): string[] {
  const later = new Map(finalFacts.files.map((one) => [one.file, one]))
  return initialFacts.files
    .filter(({ finishedAt }) => finishedAt !== undefined)
    .filter((one) => JSON.stringify(later.get(one.file)) !== JSON.stringify(one))
    .map(({ file }) => file)
}
