import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ConnectorNetwork, ConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { Settings } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Proof, sayProof } from './say-proof.ts'

/** A service to run against, real or speaking from recorded answers. */
export type FileService = {
  readonly settings: Settings
  readonly outside: ConnectorNetwork
  /** An existing folder below which all is made, such as a bucket; `''` for the root. */
  readonly folder: string
  stop(): Promise<void>
}

type FileSuiteOptions = {
  readonly provider: ConnectorProvider<'file-connector'>
  /** The kind of server under test. */
  readonly by: Proof['by']
  /** Whether the program that it is tried against is not on this machine. */
  readonly isSkipped?: boolean
  start(): Promise<FileService>
  /** Settings by which the service refuses to let in. */
  readonly wrong?: (settings: Settings) => Settings
  /** The secret that must never appear in a message. */
  readonly secret?: string
  /** Whether the server writes names into its listings as they are. */
  readonly spoilsNames?: boolean
  /** Names that the service does not take. */
  readonly refusedNames?: RegExp
  /** Whether files come by HTTP. */
  readonly isAskedByHttp?: boolean
  /** The service is asked to hold this many bytes in parts. */
  readonly largeBytes?: number
}

const megabyte = 1024 * 1024

async function* chunksOf(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as Uint8Array)
  for (let index = 0; index < bytes.length; index += 50_000)
    yield bytes.subarray(index, index + 50_000)
}

async function* cutShort(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half')
  throw new Error('The source has ended.')
}

export async function allOf(pages: AsyncIterable<readonly FileEntry[]>): Promise<FileEntry[]> {
  const all: FileEntry[] = []
  for await (const page of pages) all.push(...page)
  return all
}

type Change = (body: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>

async function* cutOff(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk.subarray(0, 1000)
    return
  }
}

async function* grown(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body
  yield Buffer.from('and more')
}

/** Changes answers that are files. */
function changedOnItsWay(externalNetwork: ConnectorNetwork, change: Change): ConnectorNetwork {
  return {
    ...externalNetwork,
    async fetch(input, init) {
      const answer = await externalNetwork.fetch(input, init)
      const { status, headers, body } = answer
      if (!body || /json|xml/.test(headers.get('content-type') ?? '')) return answer
      const changedStream = ReadableStream.from(
        change(body as unknown as AsyncIterable<Uint8Array>),
      )
      return new Response(changedStream as ConstructorParameters<typeof Response>[0], {
        status,
        headers,
      })
    },
  }
}

const failureOf = (promise: Promise<unknown>): Promise<ProviderError> =>
  promise.then(
    () => expect.unreachable('It has not failed.'),
    (error) => {
      expect(error).toBeInstanceOf(ProviderError)
      return error
    },
  )

/** Tests what holds for every file connector. */
export function testFileConnector({
  provider,
  by: proofKind,
  start,
  ...options
}: FileSuiteOptions): () => FileService {
  const { wrong, secret, largeBytes = 9 * megabyte } = options
  let service: FileService
  let files: FileConnector
  const pathOf = (path: string) => (service.folder === '' ? path : `${service.folder}/${path}`)
  const read = async (path: string) => {
    const { bytes } = await files.open(pathOf(path))
    return buffer(bytes as AsyncIterable<Buffer>)
  }
  const write = (path: string, content: Uint8Array | string) =>
    files.write(pathOf(path), chunksOf(content))

  describe.skipIf(options.isSkipped ?? false)(provider.name, () => {
    sayProof(provider, proofKind)
    beforeAll(async () => {
      service = await start()
      files = provider.open(service.settings, service.outside)
    })
    afterAll(async () => {
      await files?.close()
      await service?.stop()
    })

    if (wrong)
      test('a wrong key is refused, by the field that it stands in and without its value', async () => {
        const wrongConnector = provider.open(wrong(service.settings), service.outside)
        const error = await failureOf(wrongConnector.check())

        expect(error.code).toBe('unauthorised')
        expect(error.message).toMatch(/Check “|Sign in/)
        if (secret) expect(error.message).not.toContain(secret)
      })

    test('settings without what is needed are refused by name, before any call', () => {
      if ((provider.schema.required as string[]).length < 2) return
      expect(() => provider.open({}, service.outside)).toThrow(/is missing/)
    })

    test('what is not there is not found', async () => {
      const missingError = await failureOf(files.open(pathOf('nothing/here.pdf')))
      const folder = await failureOf(allOf(files.list(pathOf('nothing'))))

      expect(missingError.code).toBe('not-found')
      expect(folder.code).toBe('not-found')
      expect(await files.find(pathOf('nothing/here.pdf'))).toBeUndefined()
    })

    test('a connection test passes', () => files.check())

    if (provider.canWrite) {
      test('what was written is read, listed and found with its size and time', async () => {
        await write('in/2026/invoice.txt', 'Total 30.00')

        expect(String(await read('in/2026/invoice.txt'))).toBe('Total 30.00')
        const [entry] = await allOf(files.list(pathOf('in/2026')))
        expect(entry).toMatchObject({ path: pathOf('in/2026/invoice.txt'), kind: 'file', size: 11 })
        expect(Math.abs((entry?.modifiedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(86_400_000)
        expect(await files.find(pathOf('in/2026/invoice.txt'))).toMatchObject({
          kind: 'file',
          size: 11,
        })
        expect(await allOf(files.list(pathOf('in')))).toMatchObject([
          { path: pathOf('in/2026'), kind: 'folder', size: null },
        ])
        expect(await files.find(pathOf('in'))).toMatchObject({ kind: 'folder' })
      })

      test('the root is listed', async () => {
        const paths = (await allOf(files.list(''))).map(({ path }) => path)

        expect(paths).toContain(service.folder === '' ? 'in' : service.folder.split('/')[0])
      })

      const names = [
        'Rechnung März 🧾.pdf',
        'a+b=c;d,e.txt',
        'ゼロ.csv',
        '100% #1?.txt',
        ' lead.txt',
        ...(options.spoilsNames ? [] : ["it's <more> & more.txt"]),
      ]

      const { refusedNames } = options
      const isTaken = (name: string) => !refusedNames?.test(name)

      test.each(names.filter((name) => !isTaken(name)))(
        'a file named %s is refused',
        async (name) => {
          expect((await failureOf(write(`names/${name}`, name))).code).toBe('refused')
        },
      )

      test.each(names.filter(isTaken))(
        'a file named %s comes back under its name',
        async (name) => {
          await write(`names/${name}`, name)

          const listedPaths = (await allOf(files.list(pathOf('names')))).map(({ path }) => path)
          expect(listedPaths).toContain(pathOf(`names/${name}`))
          expect(String(await read(`names/${name}`))).toBe(name)
        },
      )

      test('an empty file and a large one come back whole', async () => {
        const large = randomBytes(largeBytes)
        await write('sizes/empty.bin', '')
        await write('sizes/large.bin', large)

        expect(await read('sizes/empty.bin')).toHaveLength(0)
        expect((await read('sizes/large.bin')).equals(large)).toBe(true)
      })

      test('a file is replaced as a whole, and what ends early leaves what was there', async () => {
        await write('again.txt', 'the first')
        await write('again.txt', 'the 2nd')
        const initialEntry = await files.find(pathOf('again.txt'))
        await expect(files.write(pathOf('again.txt'), cutShort())).rejects.toBeInstanceOf(
          ProviderError,
        )

        expect(String(await read('again.txt'))).toBe('the 2nd')
        expect((await files.find(pathOf('again.txt')))?.size).toBe(initialEntry?.size)
      })

      test('a file is moved over another one, and deleted twice', async () => {
        await write('from/a.txt', 'moved')
        await write('to/b.txt', 'old')
        await files.move(pathOf('from/a.txt'), pathOf('to/b.txt'))

        expect(String(await read('to/b.txt'))).toBe('moved')
        expect(await files.find(pathOf('from/a.txt'))).toBeUndefined()
        const error = await failureOf(files.move(pathOf('from/none.txt'), pathOf('to/c.txt')))
        expect(error.code).toBe('not-found')
        await files.remove(pathOf('to/b.txt'))
        await files.remove(pathOf('to/b.txt'))
        expect(await files.find(pathOf('to/b.txt'))).toBeUndefined()
      })

      test('whoever leaves in the middle of a file ends the transfer', async () => {
        await write('left.bin', randomBytes(megabyte))
        const { bytes } = await files.open(pathOf('left.bin'))
        for await (const chunk of bytes) {
          expect(chunk.length).toBeGreaterThan(0)
          break
        }
        expect(String(await read('again.txt'))).toBe('the 2nd')
      })
    }

    if (provider.canWrite && options.isAskedByHttp)
      test.each([
        ['is cut off on its way', cutOff, /incomplete: only \d+ of 300000 bytes/],
        ['grows while it is read', grown, /changed while it was being read/],
      ])('a file that %s is not taken for whole', async (_, change, message) => {
        await write('sizes/part.bin', randomBytes(300_000))
        const changedConnector = provider.open(
          service.settings,
          changedOnItsWay(service.outside, change),
        )
        const { bytes } = await changedConnector.open(pathOf('sizes/part.bin'))

        await expect(buffer(bytes as AsyncIterable<Buffer>)).rejects.toThrow(message)
        await changedConnector.close()
      })

    test('a caller who stops gets his own reason', async () => {
      const signal = AbortSignal.abort(new Error('Ada closed the page.'))

      await expect(files.find(pathOf('again.txt'), { signal })).rejects.toThrow(
        'Ada closed the page.',
      )
      await expect(allOf(files.list(pathOf(''), { signal }))).rejects.toThrow(
        'Ada closed the page.',
      )
    })
  })

  return () => service
}
