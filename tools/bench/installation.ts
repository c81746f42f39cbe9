import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DatabaseCounters,
  loadCountersAtNextStart,
  openDatabaseCounters,
} from '../../apps/server/src/entry/testing/database-counters.ts'
import {
  adminWith,
  type Product,
  signIn,
  startProduct,
} from '../../apps/server/src/entry/testing/start-product.ts'
import type { Person } from '../../apps/server/src/testing/people.ts'
import { folderMegabytes } from './folder-size.ts'

export type Starts = {
  readonly firstStartSeconds: number
  readonly secondStartSeconds: number
  readonly stopSeconds: number
  /** Size of the data folder after the first start. */
  readonly dataMegabytes: number
}

export type BenchInstallation = {
  readonly dataDir: string
  readonly product: Product
  readonly origin: string
  readonly admin: Person
  readonly counters: DatabaseCounters
  readonly starts: Starts
}

/**
 * Opens a new installation with its sample and restarts it once, because the library that counts statements is
 * loaded at the second start.
 */
export async function openInstallation(cleaning: AsyncDisposableStack): Promise<BenchInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'recto-bench-'))
  cleaning.defer(() => rm(dataDir, { recursive: true, force: true }))

  const first = await timedStart(dataDir, cleaning)
  await loadCountersAtNextStart(await first.product.databaseUrl())
  const { milliseconds } = await first.product.stop()
  const dataMegabytes = await folderMegabytes(dataDir)

  const { product, seconds } = await timedStart(dataDir, cleaning)
  const counters = cleaning.use(await openDatabaseCounters(await product.databaseUrl()))
  const origin = await product.ready
  return {
    dataDir,
    product,
    origin,
    admin: adminWith(await signIn(origin), origin),
    counters,
    starts: {
      firstStartSeconds: first.seconds,
      secondStartSeconds: seconds,
      stopSeconds: milliseconds / 1000,
      dataMegabytes,
    },
  }
}

/** Restarts the processes of an installation. */
export async function restartInstallation(
  installation: BenchInstallation,
  cleaning: AsyncDisposableStack,
): Promise<BenchInstallation> {
  await installation.product.stop()
  const { product } = await timedStart(installation.dataDir, cleaning)
  const counters = cleaning.use(await openDatabaseCounters(await product.databaseUrl()))
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  return { ...installation, product, origin, admin, counters }
}

async function timedStart(dataDir: string, cleaning: AsyncDisposableStack) {
  const start = performance.now()
  const product = startProduct({ dataDir })
  cleaning.defer(() => product.kill())
  await product.ready
  return { product, seconds: (performance.now() - start) / 1000 }
}
