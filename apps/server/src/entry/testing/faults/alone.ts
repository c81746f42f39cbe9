import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Person } from '../../../testing/people.ts'
import { findFreePort } from '../free-port.ts'
import { openOrderFolder } from '../pipelines/order-source.ts'
import { openPostgresTable } from '../pipelines/order-tables.ts'
import { copyPreparedCluster } from '../prepared-cluster.ts'
import { adminWith, type Product, signIn, startProduct } from '../start-product.ts'
import { openSite, type Site } from './site.ts'

/** `npm start` with the database that comes with it, always at the same address. */
export type SingleInstallation = Site & {
  product(): Product
  /** After it has ended; resolves when it is ready. */
  startAgain(): Promise<void>
  readonly origin: string
  person(): Person
  databaseUrl(): Promise<string>
  output(): string
}

type SingleInstallationOptions = {
  /** The data folder; a new one by default. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutSeconds?: number
}

export async function openAlone(
  cleaning: AsyncDisposableStack,
  { dataDir, env, timeoutSeconds }: SingleInstallationOptions = {},
): Promise<SingleInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-fault-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const place = dataDir ?? (await mkdtemp(join(folder, 'data-')))
  if (dataDir === undefined) await copyPreparedCluster(place)
  const settings = { RECTO_SAMPLE: 'off', PORT: String(port), ...env }
  const start = () => startProduct({ dataDir: place, env: settings })
  let product = start()
  cleaning.defer(() => product.kill())
  const origin = await product.ready
  const admin = adminWith(await signIn(origin), origin)
  return {
    ...(await openSite(cleaning, { folder, admin, timeoutSeconds })),
    product: () => product,
    async startAgain() {
      product = start()
      await product.ready
    },
    origin,
    person: () => admin,
    output: () => product.output(),
    databaseUrl: () => product.databaseUrl(),
  }
}

/** Opens an installation whose pipelines read a folder with so many orders and write into a table of PostgreSQL. */
export async function openFromFolderToTable(cleaning: AsyncDisposableStack, documents: number) {
  const source = await openOrderFolder(cleaning, documents)
  const table = await openPostgresTable(cleaning)
  const env = { RECTO_INNER_ADDRESSES: 'on', RECTO_CONNECTOR_FOLDERS: source.path }
  return { source, table, installation: await openAlone(cleaning, { env }) }
}
