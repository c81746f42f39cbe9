import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The location of files: a local folder or an S3 bucket. */
export type FileStoreConfig =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 'bucket'
      /** The bucket, followed by the folder that serves as root. */
      readonly root: string
      readonly endpoint: string
      readonly region: string
      readonly key: string
      readonly secret: string
    }

const protocols = ['file:', 's3:']

export const fileStoreEnvironment = {
  FILE_STORE_URL: z
    .string()
    .refine(isFileStoreUrl, 'must look like file:///folder or s3://bucket/folder')
    .optional(),
  FILE_STORE_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address, such as https://s3.example.org' })
    .default('https://s3.amazonaws.com'),
  FILE_STORE_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'must be a region, such as eu-west-1')
    .default('us-east-1'),
  FILE_STORE_KEY: z.string().max(1000, 'must have at most 1000 characters').optional(),
  FILE_STORE_SECRET: z.string().max(1000, 'must have at most 1000 characters').optional(),
}

type FileStoreEnvironment = z.output<z.ZodObject<typeof fileStoreEnvironment>>

/** A bucket without credentials is rejected at startup, not by the first document. */
export function findFileStoreProblem(env: FileStoreEnvironment): string | undefined {
  if (!env.FILE_STORE_URL?.startsWith('s3:')) return undefined
  const missingNames = (['FILE_STORE_KEY', 'FILE_STORE_SECRET'] as const).filter(
    (name) => !env[name],
  )
  if (missingNames.length === 0) return undefined
  return `${missingNames.join(' and ')} must be set when FILE_STORE_URL names a bucket.`
}

export function readFileStoreConfig(env: FileStoreEnvironment, dataDir: string): FileStoreConfig {
  const url = env.FILE_STORE_URL
  if (url === undefined) return { kind: 'folder', folder: join(dataDir, 'files') }
  if (url.startsWith('file:')) return { kind: 'folder', folder: fileURLToPath(url) }
  const { host, pathname } = new URL(url)
  return {
    kind: 'bucket',
    root: host + decodeURIComponent(pathname).replace(/(?<!\/)\/+$/, ''),
    endpoint: env.FILE_STORE_ENDPOINT,
    region: env.FILE_STORE_REGION,
    key: env.FILE_STORE_KEY ?? '',
    secret: env.FILE_STORE_SECRET ?? '',
  }
}

function isFileStoreUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !protocols.includes(url.protocol)) return false
  if (url.protocol === 'file:') return url.host === ''
  const hasUnsupportedParts =
    url.search !== '' || url.hash !== '' || url.username !== '' || url.port !== ''
  return /^[a-z0-9][a-z0-9.-]{2,62}$/.test(url.host) && !hasUnsupportedParts
}
