import type * as Vendor from '@aws-sdk/client-s3'
import type { S3Client } from '@aws-sdk/client-s3'
import { omitUndefined } from '@recto/omit-undefined'
import type { FileConnector, FileEntry, ListenRequest } from '@recto/provider-spec/file-connector'
import { loadOnce } from '../../load-sdk.ts'
import { inParts } from '../bytes.ts'
import type { ConnectorContext } from '../define-connector.ts'
import { type Files, fileEntry, folderEntry, folderExists, openFiles } from '../open-files.ts'
import { bucketAndKey, encodedPath, notFoundError, prefixOf, withoutSlash } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { isMissingAtS3, statusOf } from './explain-s3.ts'
import { listenToQueue } from './listen-to-queue.ts'
import { s3Transport } from './s3-transport.ts'

type S3Settings = {
  readonly key: string | undefined
  readonly secret: string | undefined
  readonly endpoint: string
  readonly region: string
  /** Bucket and folder that are shown as the root. */
  readonly root?: string
  /** Lists every file below a folder instead of its direct children. */
  readonly isDeep?: boolean
}

type Sdk = typeof Vendor
type Place = { readonly bucket: string; readonly key: string }
type ObjectQuery = Place & { readonly maxKeys?: number }

const pageSize = 1000
const regionOfQueue = /^https:\/\/sqs\.([a-z0-9-]{1,30})\.amazonaws\.com/

/** Opens S3 as a file connector. Buckets are the folders of the root: the first segment of a path is a bucket. */
export function openS3(
  settings: S3Settings,
  { call, fetch }: Pick<ConnectorContext, 'call' | 'fetch'>,
): FileConnector {
  return openFiles(call, new S3Files(settings, fetch))
}

class S3Files implements Files {
  readonly needsQueue = true
  readonly #settings: S3Settings
  readonly #fetch: typeof globalThis.fetch
  readonly #sdk: () => Promise<{ readonly s3: Sdk; readonly client: S3Client }>
  readonly #root: string
  readonly #isDeep: boolean

  constructor(settings: S3Settings, fetch: typeof globalThis.fetch) {
    this.#settings = settings
    this.#fetch = fetch
    this.#isDeep = settings.isDeep ?? false
    this.#root = (settings.root ?? '').split('/').filter(Boolean).join('/')
    this.#sdk = loadOnce(async () => {
      const s3 = await import('@aws-sdk/client-s3')
      return { s3, client: makeClient(s3.S3Client, settings, fetch) }
    })
  }

  async check(signal: AbortSignal): Promise<void> {
    for await (const _ of this.list('', signal)) break
  }

  list(folder: string, signal: AbortSignal): AsyncIterable<readonly FileEntry[]> {
    const { bucket, key } = this.#placeOf(folder)
    return bucket === ''
      ? this.#buckets(signal)
      : this.#objects({ bucket, key: withoutSlash(key) }, signal)
  }

  async find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    const { bucket, key } = this.#placeOf(path)
    if (bucket === '') return folderEntry('')
    const file = key === '' ? undefined : await this.#file({ bucket, key }, signal)
    if (file) return file
    const folder = { bucket, key: withoutSlash(key) }
    const isFolder = await folderExists(
      this.#objects({ ...folder, maxKeys: 1 }, signal),
      isMissingAtS3,
    )
    return isFolder ? folderEntry(this.#pathOf(folder)) : undefined
  }

  async open(path: string, _: AbortSignal, abortSignal: AbortSignal) {
    const { s3, client } = await this.#sdk()
    const place = this.#placeOf(path)
    const command = new s3.GetObjectCommand({ Bucket: place.bucket, Key: place.key })
    const object = await client.send(command, { abortSignal })
    const entry = entryOf(this.#pathOf(place), object)
    const bytes = object.Body as unknown as AsyncIterable<Uint8Array>
    // Compressed objects are delivered decompressed, so their stored size is not that of the
    // content.
    return { entry, bytes, size: object.ContentEncoding ? null : entry.size }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, abortSignal: AbortSignal) {
    const { s3, client } = await this.#sdk()
    const { bucket: Bucket, key: Key } = this.#placeOf(path)
    if (Key === '') throw new ServiceFailure('refused', 'A file must be inside a bucket.')
    const upload = new Upload(s3, client, { Bucket, Key }, abortSignal)
    try {
      for await (const { bytes: part, isLast } of inParts(bytes)) await upload.add(part, isLast)
    } catch (error) {
      await upload.drop()
      throw error
    }
  }

  async move(from: string, to: string, abortSignal: AbortSignal): Promise<void> {
    const { s3, client } = await this.#sdk()
    const old = this.#placeOf(from)
    const place = this.#placeOf(to)
    const CopySource = `${old.bucket}/${encodedPath(old.key)}`
    const command = new s3.CopyObjectCommand({ Bucket: place.bucket, Key: place.key, CopySource })
    await client.send(command, { abortSignal })
    await client.send(new s3.DeleteObjectCommand({ Bucket: old.bucket, Key: old.key }))
  }

  async remove(path: string, abortSignal: AbortSignal): Promise<void> {
    const { s3, client } = await this.#sdk()
    const { bucket, key } = this.#placeOf(path)
    if (key === '') throw new ServiceFailure('refused', 'A bucket cannot be deleted here.')
    await client.send(new s3.DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal })
  }

  async listen({ queueUrl, ...request }: ListenRequest): Promise<void> {
    if (queueUrl === null) throw new ServiceFailure('settings-invalid', 'A queue is needed.')
    const region = regionOfQueue.exec(queueUrl)?.[1] ?? this.#settings.region
    const credentials = credentialsOf(this.#settings)
    const transport = s3Transport(this.#fetch)
    const endpoint = new URL(queueUrl).origin
    const config = { region, endpoint, credentials, maxAttempts: 1, requestHandler: transport }
    await listenToQueue(config, { ...request, queueUrl })
  }

  /** Returns the bucket and key of a path below the configured root. */
  #placeOf(path: string): Place {
    return bucketAndKey(this.#root === '' ? path : `${this.#root}/${path.replace(/^\/+/, '')}`)
  }

  #pathOf({ bucket, key }: Place): string {
    const whole = key === '' ? bucket : `${bucket}/${key}`
    return this.#root === '' ? whole : whole.slice(this.#root.length + 1)
  }

  async *#buckets(abortSignal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const { s3, client } = await this.#sdk()
    let ContinuationToken: string | undefined
    do {
      const next = ContinuationToken ? { ContinuationToken } : {}
      const command = new s3.ListBucketsCommand({ MaxBuckets: pageSize, ...next })
      const page = await client.send(command, { abortSignal })
      const buckets = page.Buckets ?? []
      yield buckets.map(({ Name = '', CreationDate = null }) => folderEntry(Name, CreationDate))
      ContinuationToken = page.ContinuationToken
    } while (ContinuationToken)
  }

  async *#objects(
    { bucket, key, maxKeys = pageSize }: ObjectQuery,
    abortSignal: AbortSignal,
  ): AsyncGenerator<readonly FileEntry[]> {
    const { s3, client } = await this.#sdk()
    const Prefix = prefixOf(key)
    const levels = this.#isDeep ? {} : { Delimiter: '/' }
    const params = { Bucket: bucket, Prefix, MaxKeys: maxKeys, ...levels }
    let token: string | undefined
    let isEmpty = key !== ''
    do {
      const next = token ? { ContinuationToken: token } : {}
      const page = await client.send(new s3.ListObjectsV2Command({ ...params, ...next }), {
        abortSignal,
      })
      const { CommonPrefixes = [], Contents = [], IsTruncated } = page
      isEmpty &&= CommonPrefixes.length + Contents.length === 0
      const folders = CommonPrefixes.map(({ Prefix: one = '' }) =>
        folderEntry(this.#pathOf({ bucket, key: withoutSlash(one) })),
      )
      const files = Contents.filter((one) => one.Key !== Prefix).map(({ Key = '', Size, ...one }) =>
        entryOf(this.#pathOf({ bucket, key: Key }), { ContentLength: Size, ...one }),
      )
      yield [...folders, ...files]
      token = IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
    if (isEmpty) throw notFoundError(this.#pathOf({ bucket, key }))
  }

  async #file(place: Place, abortSignal: AbortSignal): Promise<FileEntry | undefined> {
    const { s3, client } = await this.#sdk()
    try {
      const command = new s3.HeadObjectCommand({ Bucket: place.bucket, Key: place.key })
      return entryOf(this.#pathOf(place), await client.send(command, { abortSignal }))
    } catch (error) {
      if (statusOf(error) === 404) return undefined
      throw error
    }
  }
}

type ObjectAttributes = {
  readonly ContentLength?: number | undefined
  readonly LastModified?: Date | undefined
  readonly ContentType?: string | undefined
  readonly ETag?: string | undefined
}

const entryOf = (path: string, attributes: ObjectAttributes): FileEntry =>
  fileEntry(path, {
    size: attributes.ContentLength ?? null,
    modifiedAt: attributes.LastModified ?? null,
    contentType: attributes.ContentType ?? null,
    version: attributes.ETag ?? null,
  })

/** Uploads a single part in one request, and several as a multipart upload, which appears once it is complete. */
class Upload {
  readonly #s3: Sdk
  readonly #client: S3Client
  readonly #place: { readonly Bucket: string; readonly Key: string }
  readonly #options: { readonly abortSignal: AbortSignal }
  readonly #parts: { readonly ETag: string | undefined; readonly PartNumber: number }[] = []
  #id: string | undefined

  constructor(
    s3: Sdk,
    client: S3Client,
    place: { readonly Bucket: string; readonly Key: string },
    abortSignal: AbortSignal,
  ) {
    this.#s3 = s3
    this.#client = client
    this.#place = place
    this.#options = { abortSignal }
  }

  async add(Body: Uint8Array, isLast: boolean): Promise<void> {
    const place = this.#place
    if (isLast && this.#id === undefined) {
      await this.#client.send(new this.#s3.PutObjectCommand({ ...place, Body }), this.#options)
      return
    }
    this.#id ??= await this.#begin()
    const PartNumber = this.#parts.length + 1
    const part = { ...place, UploadId: this.#id, PartNumber, Body }
    const { ETag } = await this.#client.send(new this.#s3.UploadPartCommand(part), this.#options)
    this.#parts.push({ ETag, PartNumber })
    if (isLast) await this.#finish()
  }

  async drop(): Promise<void> {
    if (this.#id === undefined) return
    const params = { ...this.#place, UploadId: this.#id }
    await this.#client.send(new this.#s3.AbortMultipartUploadCommand(params)).catch(() => undefined)
  }

  async #begin(): Promise<string | undefined> {
    const command = new this.#s3.CreateMultipartUploadCommand(this.#place)
    return (await this.#client.send(command, this.#options)).UploadId
  }

  async #finish(): Promise<void> {
    const whole = {
      ...this.#place,
      UploadId: this.#id,
      MultipartUpload: { Parts: this.#parts },
    }
    await this.#client.send(new this.#s3.CompleteMultipartUploadCommand(whole), this.#options)
  }
}

/** A signer that leaves requests as they are. */
const unsigned: NonNullable<Vendor.S3ClientConfig['signer']> = {
  sign: async (request) => request,
}

const credentialsOf = ({
  key = 'anonymous',
  secret = 'anonymous',
}: Pick<S3Settings, 'key' | 'secret'>) => ({
  accessKeyId: key,
  secretAccessKey: secret,
})

function makeClient(
  Client: typeof S3Client,
  { key, secret, endpoint, region }: S3Settings,
  fetch: typeof globalThis.fetch,
): S3Client {
  const isAnonymous = key === undefined || secret === undefined
  return new Client({
    region,
    endpoint,
    forcePathStyle: true,
    followRegionRedirects: true,
    maxAttempts: 1,
    requestHandler: s3Transport(fetch),
    // Set explicitly, so that the credentials of the host are never used.
    credentials: credentialsOf({ key, secret }),
    ...omitUndefined({ signer: isAnonymous ? unsigned : undefined }),
    // Servers of other vendors do not support newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}
