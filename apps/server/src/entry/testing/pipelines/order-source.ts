import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FileConnector } from '@recto/provider-spec/file-connector'
import { connectorCatalog } from '@recto/providers/connector-catalog'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { makeConnector, makeFolderConnector } from '../../../testing/make-pipeline.ts'
import type { Person } from '../../../testing/people.ts'
import type { Corpus } from '../corpus.ts'
import { fileNameOf, orderFile, orders } from '../orders.ts'

/** Where orders lie: the place of number n is `folder/PO-….pdf`. */
export type OrderSource = {
  readonly folder: string
  /** Makes the connector to it; returns its id. */
  connect(admin: Person): Promise<string>
}

const s3 = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'

/** A server that speaks S3, with so many orders in a bucket. */
export async function openOrderBucket(
  cleaning: AsyncDisposableStack,
  count: number,
): Promise<OrderSource> {
  const folder = 'orders'
  const server = await startBucketServer([folder])
  cleaning.defer(() => server.stop())
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  await addToBucket(server, { folder, numbers })
  return { folder, connect: (admin) => connectBuckets(admin, server) }
}

type Buckets = Pick<BucketServer, 'url' | 'key' | 'secret'>

const settingsOf = ({ key, secret, url: endpoint_url }: Buckets) => ({
  key,
  secret,
  endpoint_url,
  region_name: 'us-east-1',
})

/** Makes a connector to the buckets of a server; returns its id. */
export const connectBuckets = (admin: Person, buckets: Buckets): Promise<string> =>
  makeConnector(admin, 'Bucket', s3, settingsOf(buckets))

type NewOrders = { readonly folder: string; readonly numbers: readonly number[] }

/** Puts orders into a bucket. */
export async function addToBucket(buckets: Buckets, { folder, numbers }: NewOrders): Promise<void> {
  const bucket = openBucket(settingsOf(buckets))
  for (const number of numbers) {
    const { content } = await orderFile(number)
    await bucket.write(`${folder}/${fileNameOf(number)}`, bytesOf(content as Uint8Array))
  }
  await bucket.close()
}

function openBucket(settings: Readonly<Record<string, string>>): FileConnector {
  const provider = connectorCatalog.find(({ id }) => id === s3)
  return provider?.open(settings, {
    fetch: (input, init) => globalThis.fetch(input, init),
    connect: async ({ host, port }) => connect({ host, port }),
    folders: [],
    accessToken: async () => '',
  }) as FileConnector
}

async function* bytesOf(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

/** A folder of this machine with so many documents. The product has to be started to open it. */
export async function openOrderFolder(
  cleaning: AsyncDisposableStack,
  count: number,
  corpus: Corpus = orders,
): Promise<OrderSource & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'recto-orders-'))
  cleaning.defer(() => rm(path, { recursive: true, force: true }))
  const folder = 'orders'
  await mkdir(join(path, folder))
  for (let number = 1; number <= count; number++) {
    const { content, name } = await corpus.fileOf(number)
    await writeFile(join(path, folder, name), content)
  }
  return { folder, path, connect: (admin) => makeFolderConnector(admin, 'Folder', path) }
}
