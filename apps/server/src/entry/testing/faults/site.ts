import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../../../testing/people.ts'
import type { CannedModelProcess } from '../canned-model-process.ts'
import { type Facts, readFacts } from '../kills/judge.ts'
import { startReadingModel, until } from '../kills/story.ts'
import { deployOrders, type OrderDeployment } from '../order-deployment.ts'
import type { Span } from './examine-payments.ts'
import type { FaultPlan } from './fault.ts'
import { type FaultCase, type FaultVerdict, judgeFault } from './judge-fault.ts'
import { startLoad } from './load.ts'
import { type ModelDoor, openModelDoor } from './model-door.ts'

/** An installation with a deployment that reads orders by a model behind a door. */
export type Site = {
  readonly model: CannedModelProcess
  readonly modelDoor: ModelDoor
  readonly deployment: OrderDeployment
}

type SiteOptions = {
  readonly folder: string
  readonly admin: Person
  readonly timeoutSeconds?: number | undefined
}

const latencyMs = 150

export async function openSite(
  cleaning: AsyncDisposableStack,
  { folder, admin, timeoutSeconds }: SiteOptions,
): Promise<Site> {
  const model = await startReadingModel(cleaning, { latencyMs, folder })
  const modelDoor = cleaning.use(await openModelDoor(model.url))
  const deploymentOptions = { name: 'orders', modelUrl: modelDoor.url, timeoutSeconds }
  return { model, modelDoor, deployment: await deployOrders(admin, deploymentOptions) }
}

type Story = Pick<FaultCase, 'mayEnd' | 'mayCostCalls'> & {
  /** Origin of the server that gets the next request. */
  readonly person: () => Person
  readonly databaseUrl: () => Promise<string>
  /** Output of the running processes. */
  readonly output: () => string
  /** One fault, from its beginning to its end. What it returns is counted up for the report. */
  readonly fault: (turn: number) => Promise<Readonly<Record<string, number>> | undefined>
  /** Counts that are read at the end. */
  readonly besides?: () => Readonly<Record<string, number>>
  /** Whether the product's clock is that of the model, so that their times can be compared. */
  readonly isClockTrue?: boolean
}

/** Lets a fault happen as often as planned while callers are at work, and judges what became of everything. */
export async function tellUnderLoad(
  site: Site,
  { callers, times, print }: FaultPlan,
  story: Story,
): Promise<FaultVerdict> {
  const { model, modelDoor, deployment } = site
  await using load = startLoad({ callers, deployment, person: story.person })
  const spans: Span[] = []
  const totals: Record<string, number> = {}
  const happen = async (turn: number) => {
    await load.answered(callers)
    // Each fault by itself: whoever is held up by two has been held up by both.
    await load.caughtUp()
    // The delay varies, so that faults happen at different points of a request.
    await sleep((turn * 137) % 700)
    const from = Date.now()
    const turnCounts = (await story.fault(turn)) ?? {}
    await model.settled()
    spans.push({ from, to: Date.now() })
    for (const [name, count] of Object.entries(turnCounts))
      totals[name] = (totals[name] ?? 0) + count
    print?.(`fault ${turn + 1} of ${times}: ${load.calls.length} requests so far`)
  }
  try {
    for (let turn = 0; turn < times; turn++) await happen(turn)
    await load.answered(callers)
  } catch (error) {
    const outputEnd = story.output().slice(-2000)
    throw new Error(`${(error as Error).message}\nThe product said last:\n${outputEnd}`, {
      cause: error,
    })
  }
  const calls = await load.stop()
  const databaseUrl = await story.databaseUrl()
  await until('every execution to end', async () => {
    const { executions } = await readFacts(databaseUrl)
    return executions.every(({ status }) => status === 'COMPLETED' || status === 'ERROR')
  })
  const facts = await readFacts(databaseUrl)
  const { mayEnd, mayCostCalls, besides: countOthers, isClockTrue = true } = story
  return judgeFault({
    calls,
    facts: isClockTrue ? facts : withoutTimes(facts),
    log: model.logged(),
    spans,
    spoiled: modelDoor.spoiled(),
    mayEnd,
    mayCostCalls,
    besides: { ...totals, ...countOthers?.() },
  })
}

const withoutTimes = (facts: Facts) => ({
  ...facts,
  kept: facts.kept.map((one) => ({ ...one, keptAt: Number.POSITIVE_INFINITY })),
})
