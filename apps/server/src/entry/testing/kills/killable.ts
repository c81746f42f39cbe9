import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import type { Cookies, Person } from '../../../testing/people.ts'
import type { CannedModelProcess } from '../canned-model-process.ts'
import type { Corpus } from '../corpus.ts'
import { deployOrders, type OrderDeployment } from '../order-deployment.ts'
import { orders } from '../orders.ts'
import { copyPreparedCluster } from '../prepared-cluster.ts'
import { adminWith, type Product, signIn, startProduct } from '../start-product.ts'
import { type StoryPlan, startReadingModel } from './story.ts'

/** The product with its database on a folder of its own, to be killed again and again. */
export type Killable = {
  readonly dataDir: string
  readonly model: CannedModelProcess
  readonly deployment: OrderDeployment
  /** What is sent to it. */
  readonly corpus: Corpus
  /** The one that runs now. */
  product(): Product
  /** The admin at the product that runs now, when it is ready. */
  admin(): Promise<Person>
  /** Kills everything, the database too, and starts it again without waiting until it is ready. */
  kill(): Promise<void>
  /** Asks it to stop, as an operator would, and starts it again. */
  restart(): Promise<void>
  /** Records when the fault ended. */
  readonly interruptions: readonly number[]
  /** When the signals of the kills were sent, and when the stops had ended. */
  readonly starts: readonly number[]
}

export async function openKillable(
  cleaning: AsyncDisposableStack,
  plan: StoryPlan,
): Promise<Killable> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-kill-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const { latencyMs, corpus = orders } = plan
  const model = await startReadingModel(cleaning, { latencyMs, folder, corpus })
  const dataDir = await mkdtemp(join(folder, 'data-'))
  await copyPreparedCluster(dataDir)
  const start = () => startProduct({ dataDir, env: { RECTO_SAMPLE: 'off' } })
  let product = start()
  cleaning.defer(() => product.kill())

  const cookies: Cookies = await signIn(await product.ready)
  const admin = async () => adminWith(cookies, await product.ready)
  const { keepsReplies } = plan
  const deployment = await deployOrders(await admin(), {
    name: 'orders',
    modelUrl: model.url,
    corpus,
    ...omitUndefined({ keepsReplies }),
  })
  const interruptions: number[] = []
  const starts: number[] = []
  const goOn = async (cause: string) => {
    await model.settled()
    interruptions.push(Date.now())
    plan.print?.(
      `${cause} ${interruptions.length}: ${model.logged().length} lines in the model's log`,
    )
    product = start()
  }
  return {
    dataDir,
    model,
    deployment,
    corpus,
    product: () => product,
    admin,
    async kill() {
      starts.push(Date.now())
      await product.kill()
      await goOn('kill')
    },
    async restart() {
      await product.stop()
      starts.push(Date.now())
      await goOn('stop')
    },
    interruptions,
    starts,
  }
}
