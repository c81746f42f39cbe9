import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

export type BucketServer = {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly key: string
  readonly secret: string
  /** Ends it and deletes what was put into it. */
  stop(): Promise<void>
}

/** Starts a server of this machine that speaks S3, with empty buckets of these names. */
export async function startBucketServer(buckets: readonly string[]): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'recto-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    // It expects that the address of a bucket is signed without the slash at its end.
    allowMismatchedSignatures: true,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
  })
  const { port } = (await server.run()) as AddressInfo
  let stopPromise: Promise<void> | undefined
  return {
    url: `http://127.0.0.1:${port}`,
    // The only one that it knows.
    key: 'S3RVER',
    secret: 'S3RVER',
    stop: () => {
      stopPromise ??= server.close().then(() => rm(directory, { recursive: true, force: true }))
      return stopPromise
    },
  }
}
