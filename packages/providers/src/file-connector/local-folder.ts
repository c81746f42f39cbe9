import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type Stats } from 'node:fs'
import { mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileEntry, ListenRequest } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { fileChangedError } from '../kit/connector/bytes.ts'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { listenToFolders } from '../kit/connector/folder/listen-to-folders.ts'
import { type Files, fileEntry, folderEntry, openFiles } from '../kit/connector/open-files.ts'
import { assertOpened, ignoreMissingFile } from '../kit/connector/opened-folders.ts'
import { notFoundError, segmentsOf } from '../kit/connector/paths.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Local File Storage',
  connectorName: 'Local folder',
  fields: {
    path: text({
      title: 'Path',
      prefill: '',
      description:
        'A folder on the machine that runs the server. It must be inside a folder that the server’s operator allows.',
    }),
  },
})

/** Entries of a folder that are returned together. */
const pageSize = 500

export const localFolder = defineConnector({
  id: 'localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5',
  kind: 'file-connector',
  name: 'LocalStorage File Server',
  description: 'A folder on the machine that runs the server.',
  icon: '/api/v1/static/icons/connector-icons/LocalFolder.svg',
  needsFolders: true,
  settings,
  hints: {
    'not-found': 'Check “Path”.',
    unauthorised: 'Check the permissions of the folder in “Path”.',
  },
  translate: explainFile,
  open: ({ path }, { call, folders }) => openFiles(call, new LocalFiles(path, folders)),
})

class LocalFiles implements Files {
  readonly showsUnfinishedFiles = true
  readonly #base: string
  readonly #folders: readonly string[]

  constructor(path: string, folders: readonly string[]) {
    this.#base = resolve(path)
    this.#folders = folders
  }

  async check(): Promise<void> {
    const entry = await this.find('')
    if (entry?.kind !== 'folder') throw notFoundError(this.#base)
  }

  async *list(folder: string): AsyncGenerator<readonly FileEntry[]> {
    const directory = await opendir(await this.#placeOf(folder), { bufferSize: pageSize })
    let page: FileEntry[] = []
    for await (const { name } of directory) {
      const entry = await this.find(`${folder}/${name}`).catch(ignoreExternalLink)
      if (entry) page.push(entry)
      if (page.length < pageSize) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  }

  async find(path: string): Promise<FileEntry | undefined> {
    const place = await this.#placeOf(path)
    const stats = await stat(place).catch(ignoreMissingFile)
    if (!stats || !(stats.isFile() || stats.isDirectory())) return undefined
    const own = relative(this.#base, place).split(sep).join('/')
    return entryOf(own, stats)
  }

  async open(path: string) {
    const entry = await this.#fileAt(path)
    return { entry, bytes: this.#bytesOf(path, entry) }
  }

  async write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const place = await this.#placeOf(path)
    await mkdir(dirname(place), { recursive: true })
    // The temporary file is in the same folder, so that the final rename stays on one disk.
    const temporaryPath = join(dirname(place), `.${randomUUID()}.part`)
    try {
      await pipeline(bytes, createWriteStream(temporaryPath, { flags: 'wx' }), { signal })
      await rename(temporaryPath, place)
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  }

  async move(from: string, to: string): Promise<void> {
    await this.#fileAt(from)
    const old = await this.#placeOf(from)
    const place = await this.#placeOf(to)
    await mkdir(dirname(place), { recursive: true })
    await rename(old, place)
  }

  async remove(path: string): Promise<void> {
    const place = await this.#placeOf(path)
    if (place === this.#base) {
      throw new ServiceFailure('refused', 'The connector’s folder cannot be deleted.')
    }
    await rm(place, { force: true })
  }

  async listen({ folders, ...request }: ListenRequest): Promise<void> {
    const listenedFolders = folders.map(async (path) => ({
      path,
      place: await this.#placeOf(path),
    }))
    await listenToFolders({ ...request, folders: await Promise.all(listenedFolders) })
  }

  /** Throws unless the path, with links resolved, is below a folder that the operator opened. */
  async #placeOf(path: string): Promise<string> {
    const segments = segmentsOf(path)
    if (segments.some((segment) => hasForbiddenCharacter(segment, process.platform)))
      throw new ServiceFailure('refused', 'A path on Windows cannot contain \\ or : in a name.')
    const place = join(this.#base, ...segments)
    await assertOpened(place, this.#folders)
    return place
  }

  async #fileAt(path: string): Promise<FileEntry> {
    const entry = await this.find(path)
    if (entry?.kind !== 'file') throw notFoundError(path)
    return entry
  }

  async *#bytesOf(path: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
    // `end` is inclusive: one byte more than the size reveals a file that has grown.
    yield* createReadStream(await this.#placeOf(path), { end: entry.size ?? 0 })
    if ((await this.find(path))?.version !== entry.version) throw fileChangedError()
  }
}

/** On Windows they would lead to another folder, or to another stream of a file. */
export const hasForbiddenCharacter = (segment: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /[\\:]/.test(segment)

const entryOf = (path: string, stats: Stats): FileEntry =>
  stats.isDirectory()
    ? folderEntry(path, stats.mtime)
    : fileEntry(path, {
        size: stats.size,
        modifiedAt: stats.mtime,
        version: `${stats.size}-${stats.mtimeMs}-${stats.ino}`,
      })

/** Skips links that lead out of the folder. */
function ignoreExternalLink(error: unknown): undefined {
  if (error instanceof ProviderError && error.code === 'settings-invalid') return undefined
  throw error
}

function explainFile(error: unknown): ServiceFailure | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new ServiceFailure('not-found', 'The folder or file does not exist.')
  if (code === 'EACCES' || code === 'EPERM') {
    return new ServiceFailure(
      'unauthorised',
      'The server does not have permission to access this folder or file.',
    )
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ServiceFailure('unavailable', 'The disk is full.')
  if (code === 'EISDIR') return new ServiceFailure('refused', 'This is a folder, not a file.')
  return undefined
}
