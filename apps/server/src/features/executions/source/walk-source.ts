import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { FileSource } from '../../workflows/workflows.port.ts'
import { getFileName, matchesName, normalizePath } from '../file-names.ts'

const { compare } = new Intl.Collator('en', { numeric: true })
const compareNaturally = (a: FileEntry, b: FileEntry): number =>
  compare(a.path, b.path) || (a.path < b.path ? -1 : 1)

type WalkOptions = {
  readonly signal: AbortSignal
  /** Called with the number of files of a page that do not match the settings. */
  readonly onUnmatched: (count: number) => void
}

/**
 * Lists the files of a source that match the settings, whether or not they were processed before.
 * Each page is in natural order: f2 before f10.
 */
export async function* walkSource(
  connector: FileConnector,
  settings: FileSource,
  { signal, onUnmatched }: WalkOptions,
): AsyncIterable<readonly FileEntry[]> {
  const folders = distinctFolders(settings)
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const page of connector.list(folder, { signal })) {
      signal.throwIfAborted()
      const entries = page.filter(({ path }) => !isInProcessedFolder(path, settings))
      if (settings.processSubDirectories) folders.push(...getFolderPaths(entries))
      const allFiles = [...entries.filter(isFile), ...(await listUnits(connector, entries, signal))]
      const files = allFiles.filter((entry) => matchesSettings(entry, settings))
      onUnmatched(allFiles.length - files.length)
      if (files.length > 0) yield files.sort(compareNaturally)
    }
  }
}

const isFile = ({ kind }: FileEntry): boolean => kind === 'file'

const getFolderPaths = (entries: readonly FileEntry[]): string[] =>
  entries.filter(({ kind, isUnit }) => kind === 'folder' && !isUnit).map(({ path }) => path)

/** Lists the files of the units at once, while the connector still knows what is in them. */
async function listUnits(
  connector: FileConnector,
  entries: readonly FileEntry[],
  signal: AbortSignal,
): Promise<readonly FileEntry[]> {
  const files: FileEntry[] = []
  for (const { path } of entries.filter(({ isUnit }) => isUnit))
    for await (const page of connector.list(path, { signal })) files.push(...page.filter(isFile))
  return files
}

/** Files in the folder for processed files are not listed again. */
const isInProcessedFolder = (
  path: string,
  { afterProcessing, moveToFolder }: FileSource,
): boolean =>
  afterProcessing === 'move' && isInFolder(path, normalizePath(moveToFolder || 'processed'))

/** The folders that the settings name; the root if they name none. */
export const listSourceFolders = ({ folders }: FileSource): readonly string[] => [
  ...new Set(folders.length === 0 ? [''] : folders.map(normalizePath)),
]

/**
 * A folder inside another listed folder is not listed twice. The first folder is the last of the
 * list.
 */
function distinctFolders(settings: FileSource): string[] {
  const { processSubDirectories } = settings
  const paths = listSourceFolders(settings)
  const isCovered = (path: string) =>
    paths.some((otherPath) => otherPath !== path && isInFolder(path, otherPath))
  return paths.filter((path) => !processSubDirectories || !isCovered(path)).reverse()
}

/** Whether the settings select the file at a path, whose folder need not exist. */
export function isInSource(path: string, settings: FileSource): boolean {
  const normalizedPath = normalizePath(path)
  if (isInProcessedFolder(normalizedPath, settings)) return false
  const folder = normalizedPath.slice(0, Math.max(0, normalizedPath.lastIndexOf('/')))
  const isListed = listSourceFolders(settings).some((listedFolder) =>
    settings.processSubDirectories ? isInFolder(folder, listedFolder) : folder === listedFolder,
  )
  return isListed && matchesSettings({ path: normalizedPath }, settings)
}

const isInFolder = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)

const extensions: Readonly<Record<FileSource['fileExtensions'][number], readonly string[]>> = {
  'PDF documents': ['pdf'],
  'Text documents': ['txt', 'doc', 'docx'],
  Images: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tif', 'tiff', 'webp'],
}

/** Whether a file is selected by its name and type. */
export function matchesSettings(
  { path }: Pick<FileEntry, 'path'>,
  { fileExtensions, fileNamePattern }: FileSource,
): boolean {
  const name = getFileName(path)
  if (fileNamePattern && !matchesName(name, fileNamePattern)) return false
  if (fileExtensions.length === 0) return true
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return fileExtensions.some((group) => extensions[group].includes(extension))
}

/**
 * Returns a mark that changes with the content, without reading the file; null when the source
 * provides none.
 */
export const getMark = ({ version, size, modifiedAt }: FileEntry): string | null => {
  if (version !== null) return version
  return size !== null && modifiedAt ? `${size}@${modifiedAt.toISOString()}` : null
}
