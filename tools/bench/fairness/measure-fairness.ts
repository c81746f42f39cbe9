import { setTimeout as sleep } from 'node:timers/promises'
import { omitUndefined } from '@recto/omit-undefined'
import sharp from 'sharp'
import {
  deployOrders,
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import { orderFile, orderOf } from '../../../apps/server/src/entry/testing/orders.ts'
import type { Person, TestFile } from '../../../apps/server/src/testing/people.ts'
import { type BenchInstallation, openInstallation } from '../installation.ts'
import type { Part, PartOptions, PartReport } from '../part.ts'
import { quantile } from '../quantile.ts'
import { startModels } from '../start-models.ts'
import { strictly } from '../strictly.ts'
import { type FairnessRow, presentFairness } from './present-fairness.ts'

const sizes = {
  full: { calls: 100, batch: 2000, pictures: 40, deadCalls: 40 },
  quick: { calls: 20, batch: 200, pictures: 10, deadCalls: 40 },
}

/** Longer than any part of the benchmark takes. */
const neverMilliseconds = 3_600_000

/** Distinct numbers, so that no document is one that came before. */
const firstNumberOf = { alone: 2_000_000, meanwhile: 3_000_000, crowd: 4_000_000 }

type Case = {
  readonly what: string
  /** Begins what may hold others up. Resolves when it is under way, with how to end it. */
  begin(): Promise<() => Promise<unknown>>
}

/** A call that waits, alone and while others ask for much: neither may hold it up. */
export const measureFairness: Part = (options) =>
  measure([batchCase, picturesCase, deadModelCase], options)

/** The cases one by one. */
export const fairnessCases: Readonly<Record<string, Part>> = {
  'fairness-batch': (options) => measure([batchCase], options),
  'fairness-pictures': (options) => measure([picturesCase], options),
  'fairness-dead-model': (options) => measure([deadModelCase], options),
}

async function measure(
  cases: readonly ((given: Given) => Measured)[],
  { isQuick, print }: PartOptions,
): Promise<PartReport> {
  const size = isQuick ? sizes.quick : sizes.full
  const rows: FairnessRow[] = []
  for (const caseOf of cases) {
    await using cleaning = new AsyncDisposableStack()
    const installation = await openInstallation(cleaning)
    const { admin, product } = installation
    const [model, dead] = await startModels([0, neverMilliseconds], cleaning, installation.dataDir)
    const deploy = (name: string, modelUrl?: string) =>
      deployOrders(strictly(admin), {
        name,
        fields: 1,
        ...omitUndefined({ modelUrl: modelUrl || undefined }),
      })
    const callers = { model: await deploy('model', model?.url), none: await deploy('none') }
    const countCalls = () => dead?.logged().length ?? 0
    const caseOptions = {
      installation,
      size,
      callers,
      dead: await deploy('dead', dead?.url),
      asked: countCalls,
    }
    const { what, deployment, begin } = caseOf(caseOptions)

    print(`${what} …`)
    await timeCalls(admin, deployment, { first: firstNumberOf.alone, count: size.calls })
    const timesAlone = await timeCalls(admin, deployment, {
      first: firstNumberOf.alone + size.calls,
      count: size.calls,
    })
    const end = await begin()
    const timesMeanwhile = await timeCalls(admin, deployment, {
      first: firstNumberOf.meanwhile,
      count: size.calls,
    })
    rows.push({ what, alone: summaryOf(timesAlone), meanwhile: summaryOf(timesMeanwhile) })
    await end()
    await product.kill()
  }
  return { figures: rows, tables: [presentFairness(rows)], broken: [] }
}

type Given = {
  readonly installation: BenchInstallation
  readonly size: (typeof sizes)['full']
  readonly callers: { readonly model: OrderDeployment; readonly none: OrderDeployment }
  readonly dead: OrderDeployment
  /** How many calls the model that never answers has received. */
  readonly asked: () => number
}

type Measured = Case & { readonly deployment: OrderDeployment }

function batchCase({ installation: { admin }, size, callers: { model } }: Given): Measured {
  return {
    what: `${size.batch} asynchronous requests wait, of the same deployment`,
    deployment: model,
    async begin() {
      const numbers = Array.from({ length: size.batch }, (_, i) => firstNumberOf.crowd + i)
      const send = async () => {
        for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) {
          const files = [await orderFile(next)]
          await sendOrders(strictly(admin), model, { files, seconds: 0 })
        }
      }
      await Promise.all(Array.from({ length: 16 }, send))
      return async () => {}
    },
  }
}

function picturesCase({ installation: { admin }, size, callers: { none } }: Given): Measured {
  return {
    what: `${size.pictures} pictures are read, of the same deployment`,
    deployment: none,
    async begin() {
      const pictures = await Promise.all(
        Array.from({ length: size.pictures }, (_, i) => pictureOf(firstNumberOf.crowd + i)),
      )
      const requests = pictures.map((file) =>
        sendOrders(admin, none, { files: [file], seconds: 300 }),
      )
      return () => Promise.race(requests)
    },
  }
}

function deadModelCase({ installation: { admin }, size, callers, dead, asked }: Given): Measured {
  return {
    what: `${size.deadCalls} calls wait for a model that never answers, of another deployment`,
    deployment: callers.model,
    async begin() {
      const requests = Array.from({ length: size.deadCalls }, async (_, i) => {
        const files = [await orderFile(firstNumberOf.crowd + i)]
        return sendOrders(admin, dead, { files, seconds: 300 })
      })
      // The product ends before they do.
      for (const one of requests) one.catch(() => {})
      while (asked() < size.deadCalls) await sleep(50)
      return async () => {}
    },
  }
}

/** A page that has to be recognised: marks like letters, on paper of its own grey. */
async function pictureOf(number: number): Promise<TestFile> {
  const width = 1240
  const height = 1754
  const pixels = Buffer.alloc(width * height, 0xf0 - (number % 16))
  for (let y = 120; y < height - 120; y += 48) {
    for (let x = 120; x < width - 120; x += 18) {
      if ((x * 7 + y * 13 + number) % 5 === 0) continue
      for (let dy = 0; dy < 24; dy += 1)
        pixels.fill(0x20, (y + dy) * width + x, (y + dy) * width + x + 6)
    }
  }
  const raw = { width, height, channels: 1 } as const
  const content = await sharp(pixels, { raw }).png().toBuffer()
  return { name: `picture-${number}.png`, content, field: 'files', type: 'image/png' }
}

/** One call after the other; how long each took, in milliseconds. Throws when a result is wrong. */
async function timeCalls(
  admin: Person,
  deployment: OrderDeployment,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<number[]> {
  const milliseconds: number[] = []
  for (let number = first; number < first + count; number++) {
    const files = [await orderFile(number)]
    const start = performance.now()
    const { body } = await sendOrders(strictly(admin), deployment, { files, seconds: 300 })
    milliseconds.push(performance.now() - start)
    const output = body.message.result?.[0]?.result?.output
    if (output?.order_number !== orderOf(number).order_number) {
      throw new Error(`A result is not right: ${JSON.stringify(body).slice(0, 500)}`)
    }
  }
  return milliseconds
}

const summaryOf = (milliseconds: readonly number[]) => ({
  p50: quantile(milliseconds, 0.5),
  p95: quantile(milliseconds, 0.95),
})
