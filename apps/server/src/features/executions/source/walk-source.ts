import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { FileSource } from '../../workflows/workflows.port.ts'
import { nameOf, plainPath } from '../source-paths.ts'
import { matchesName } from './match-name.ts'

const { compare } = new Intl.Collator('en', { numeric: true })
const asCounted = (a: FileEntry, b: FileEntry): number =>
  compare(a.path, b.path) || (a.path < b.path ? -1 : 1)

/**
 * Files of the source that the settings mean, whether they were processed before or not. A page of them is in the order in
 * which people count: f2 before f10.
 */
export async function* walkSource(
  connector: FileConnector,
  settings: FileSource,
  signal: AbortSignal,
): AsyncIterable<readonly FileEntry[]> {
  const folders = distinctFolders(settings)
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const page of connector.list(folder, { signal })) {
      signal.throwIfAborted()
      const kept = page.filter(({ path }) => !isClearedAway(path, settings))
      if (settings.processSubDirectories) folders.push(...foldersIn(kept))
      const files = kept.filter((entry) => entry.kind === 'file' && isWanted(entry, settings))
      if (files.length > 0) yield files.sort(asCounted)
    }
  }
}

const foldersIn = (entries: readonly FileEntry[]): string[] =>
  entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path)

/** Where processed files are moved to, they are not found again. */
const isClearedAway = (path: string, { afterProcessing, moveToFolder }: FileSource): boolean =>
  afterProcessing === 'move' && isIn(path, plainPath(moveToFolder || 'processed'))

/** A folder within another that is walked through anyway is not walked twice. The first is the last of the list. */
function distinctFolders({ folders, processSubDirectories }: FileSource): string[] {
  const plain = [...new Set(folders.length === 0 ? [''] : folders.map(plainPath))]
  const isCovered = (path: string) => plain.some((other) => other !== path && isIn(path, other))
  return plain.filter((path) => !processSubDirectories || !isCovered(path)).reverse()
}

const isIn = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`)

const endings: Readonly<Record<FileSource['fileExtensions'][number], readonly string[]>> = {
  'PDF documents': ['pdf'],
  'Text documents': ['txt', 'doc', 'docx'],
  Images: ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tif', 'tiff', 'webp'],
}

function isWanted({ path }: FileEntry, { fileExtensions, fileNamePattern }: FileSource): boolean {
  const name = nameOf(path)
  if (fileNamePattern && !matchesName(name, fileNamePattern)) return false
  if (fileExtensions.length === 0) return true
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return fileExtensions.some((group) => endings[group].includes(ending))
}

/** Another one means another content, without a byte being read; null where the source does not say. */
export const markOf = ({ version, size, modifiedAt }: FileEntry): string | null => {
  if (version !== null) return version
  return size !== null && modifiedAt ? `${size}@${modifiedAt.toISOString()}` : null
}
