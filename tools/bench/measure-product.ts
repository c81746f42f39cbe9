import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type CannedModelProcess,
  startCannedModel,
} from '../../apps/server/src/entry/testing/canned-model-process.ts'
import {
  deployOrders,
  type OrderDeployment,
} from '../../apps/server/src/entry/testing/order-deployment.ts'
import {
  adminWith,
  type Product,
  signIn,
  startProduct,
} from '../../apps/server/src/entry/testing/start-product.ts'
import { folderMegabytes } from './folder-size.ts'
import { type Load, measureLoad } from './measure-load.ts'
import { type Memory, watchMemory } from './watch-memory.ts'

type Loads = { readonly model: string; readonly load: Load; readonly memory: Memory }

export type Measured = {
  readonly firstStartSeconds: number
  readonly secondStartSeconds: number
  readonly stopSeconds: number
  readonly idleMemory: Memory
  readonly nodeModulesMegabytes: number
  readonly dataMegabytes: number
  readonly loads: readonly Loads[]
}

type Options = { readonly isQuick: boolean; readonly tell: (line: string) => void }

type Scenario = {
  readonly model: string
  readonly deployment: OrderDeployment
  readonly modelPid?: number
}

const callers = [1, 4, 16]
const documentsFor = { full: { 1: 40, 4: 120, 16: 320 }, quick: { 1: 8, 4: 24, 16: 64 } }
const latencies = [0, 200]

/** Everything on one new installation, as a person gets it, with its sample. */
export async function measureProduct({ isQuick, tell }: Options): Promise<Measured> {
  await using cleaning = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  cleaning.defer(() => rm(dataDir, { recursive: true, force: true }))
  const nodeModulesMegabytes = await folderMegabytes(resolve('node_modules'))

  tell('first start …')
  const first = await timedStart(dataDir)
  cleaning.defer(() => first.product.kill())
  const { milliseconds } = await first.product.stop()
  const dataMegabytes = await folderMegabytes(dataDir)

  tell('second start …')
  const second = await timedStart(dataDir)
  const { product } = second
  cleaning.defer(() => product.kill())
  const idleMemory = await idleMemoryOf(product)
  const loads = await measureLoads(product, { isQuick, tell })
  await product.stop()
  return {
    firstStartSeconds: first.seconds,
    secondStartSeconds: second.seconds,
    stopSeconds: milliseconds / 1000,
    idleMemory,
    nodeModulesMegabytes,
    dataMegabytes,
    loads,
  }
}

async function timedStart(dataDir: string): Promise<{ product: Product; seconds: number }> {
  const start = performance.now()
  const product = startProduct({ dataDir })
  await product.ready
  return { product, seconds: (performance.now() - start) / 1000 }
}

async function idleMemoryOf(product: Product): Promise<Memory> {
  const memory = watchMemory(product)
  await memory.once()
  memory.stop()
  return memory.peak()
}

async function measureLoads(product: Product, { isQuick, tell }: Options): Promise<Loads[]> {
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  const models = await startModels()
  const loads: Loads[] = []
  const counts = isQuick ? documentsFor.quick : documentsFor.full
  let firstNumber = 1
  try {
    for (const { model, deployment, modelPid } of await deployForEach(admin, models)) {
      const shared = {
        product,
        person: admin,
        deployment,
        ...(modelPid !== undefined && { modelPid }),
      }
      const measure = async (callers: number, documents: number) => {
        const load = await measureLoad({ ...shared, callers, documents, firstNumber })
        firstNumber += documents
        return load
      }
      // What is loaded late is loaded now.
      await measure(4, 8)
      for (const count of callers) {
        tell(`${model}, ${count} at a time …`)
        const memory = watchMemory(product)
        const load = await measure(count, counts[count as keyof typeof counts])
        memory.stop()
        loads.push({ model, load, memory: memory.peak() })
      }
    }
  } finally {
    for (const model of models) await model.stop()
  }
  return loads
}

type Model = CannedModelProcess & { readonly latencyMs: number }

function startModels(): Promise<Model[]> {
  const replyModule = new URL('../../apps/server/src/entry/testing/orders.ts', import.meta.url)
  return Promise.all(
    latencies.map(async (latencyMs) => {
      const model = await startCannedModel({ latencyMs, replyModule })
      return { ...model, latencyMs }
    }),
  )
}

/** One model call for each document; the built-in extractor answers three prompts. */
async function deployForEach(
  admin: Parameters<typeof deployOrders>[0],
  models: readonly Model[],
): Promise<Scenario[]> {
  const scenarios: Scenario[] = []
  for (const { latencyMs, url, pid } of models) {
    const name = `bench-${latencyMs}`
    const deployment = await deployOrders(admin, { name, modelUrl: url, fields: 1 })
    scenarios.push({ model: `model of ${latencyMs} ms`, deployment, modelPid: pid })
  }
  const deployment = await deployOrders(admin, { name: 'bench-built-in' })
  return [...scenarios, { model: 'built-in extractor', deployment }]
}
