import {
  deployOrders,
  type OrderDeployment,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { openSharedInstallation } from '../../../apps/server/src/entry/testing/shared-installation.ts'
import { adminWith, signIn } from '../../../apps/server/src/entry/testing/start-product.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import type { NamedCorpus } from '../documents/realistic-corpus.ts'
import { sendAndCheck } from '../documents/send-and-check.ts'
import { quantile } from '../figures.ts'
import type { Part } from '../part.ts'
import { cpuSecondsOfMachine } from '../read-usage.ts'
import { startModels } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'
import { presentWorkers, type WorkersRow } from './present-workers.ts'

const sizes = {
  full: { documents: 480, warm: 120 },
  quick: { documents: 120, warm: 36 },
}
const callers = 64

/** Measures the throughput of one web process with one worker and with four, with a model of 200 ms. */
export const measureWorkers: Part = async ({ isQuick, documents: sources, print }) => {
  const { documents, warm } = isQuick ? sizes.quick : sizes.full
  const rows: WorkersRow[] = []
  for (const workers of [1, 4]) {
    print(`${workers} workers …`)
    await using cleaning = new AsyncDisposableStack()
    const { start } = await openSharedInstallation(cleaning)
    const [model] = await startModels([200], cleaning)
    const web = start('web')
    const origin = await web.ready
    await Promise.all(Array.from({ length: workers }, () => start('worker').ready))
    const admin = throwOnError(adminWith(await signIn(origin), origin))
    const corpus = sources.all()
    const settings = { name: 'orders', modelUrl: model?.url ?? '', fields: 1, corpus }
    const deployment = await deployOrders(admin, settings)
    await callAll(admin, deployment, { corpus, first: 1, count: warm })

    const cpuBefore = cpuSecondsOfMachine()
    const startedAt = performance.now()
    const measuredNumbers = { corpus, first: 1 + warm, count: documents }
    const milliseconds = await callAll(admin, deployment, measuredNumbers)
    const seconds = (performance.now() - startedAt) / 1000
    rows.push({
      workers,
      documentsPerSecond: documents / seconds,
      p50Milliseconds: quantile(milliseconds, 0.5),
      p95Milliseconds: quantile(milliseconds, 0.95),
      coresOfMachine: (cpuSecondsOfMachine() - cpuBefore) / seconds,
    })
  }
  const tables = [presentWorkers(rows), sources.description]
  return { figures: rows, tables, complaints: [] }
}

type CallOptions = {
  readonly corpus: NamedCorpus
  readonly first: number
  readonly count: number
}

/** Sends all documents and returns the duration of each call in milliseconds. */
async function callAll(
  admin: Person,
  deployment: OrderDeployment,
  { corpus, first, count }: CallOptions,
): Promise<number[]> {
  const numbers = Array.from({ length: count }, (_, i) => first + count - 1 - i)
  const milliseconds: number[] = []
  const call = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const file = await corpus.fileOf(number)
      const request = { deployment, corpus, number, file, fields: 1 }
      milliseconds.push(await sendAndCheck(admin, request))
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return milliseconds
}
