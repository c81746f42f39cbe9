import { realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { ProviderError } from '@recto/provider-spec/provider-error'

/** Throws unless the path, with links resolved, is below a folder that the operator opened. */
export async function assertOpened(
  place: string,
  folders: readonly string[],
  title = 'Path',
): Promise<void> {
  const real = await realpathOfNearest(place)
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => undefined)
    if (realFolder !== undefined && isBelow(realFolder, real)) return
  }
  const message =
    folders.length === 0
      ? 'The server’s operator has not allowed any folders for connectors (RECTO_CONNECTOR_FOLDERS).'
      : 'This folder is not one of the folders that the server’s operator allows for connectors (RECTO_CONNECTOR_FOLDERS).'
  throw new ProviderError({ code: 'settings-invalid', message: `${title}: ${message}` })
}

/**
 * Resolves the symbolic links of a path; for a path that does not exist yet, those of its nearest
 * existing folder.
 */
async function realpathOfNearest(place: string): Promise<string> {
  for (let nearest = place; ; nearest = dirname(nearest)) {
    const real = await realpath(nearest).catch(ignoreMissingFile)
    if (real !== undefined) return join(real, relative(nearest, place))
    if (nearest === dirname(nearest)) return place
  }
}

function isBelow(folder: string, place: string): boolean {
  const relativePath = relative(folder, place)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

export function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
