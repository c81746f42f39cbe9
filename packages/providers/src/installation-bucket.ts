import type { FileConnector } from '@recto/provider-spec/file-connector'
import { createConnectorCall } from './kit/connector/connector-call.ts'
import { explainS3 } from './kit/connector/s3/explain-s3.ts'
import { openS3 } from './kit/connector/s3/open-s3.ts'

type BucketSettings = {
  /** The bucket, and the folders in it that stand for the root. */
  readonly root: string
  readonly endpoint: string
  readonly region: string
  readonly key: string
  readonly secret: string
}

/**
 * The bucket in which an installation keeps its own files, by the same client as buckets of connectors. A listing
 * names every file below a folder.
 */
export function openInstallationBucket(
  settings: BucketSettings,
  { fetch }: { readonly fetch: typeof globalThis.fetch },
): FileConnector {
  const call = createConnectorCall({
    name: 'The bucket',
    secrets: new Set([settings.key, settings.secret]),
    hints: undefined,
    translate: explainS3,
  })
  return openS3({ ...settings, isDeep: true }, { call, fetch })
}
