import { createHash } from 'node:crypto'
import { lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../../app-error.ts'
import { getErrorCode } from '../../describe-failure.ts'
import { getUserId } from './identity.ts'

/** The bytes of a socket's path, without the zero at its end. */
const getMaxPathBytes = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103)

/**
 * Returns the folder of the socket, in the temporary folder because socket paths must be short; the
 * same at every start.
 */
export function getSocketFolder(clusterFolder: string, platform = process.platform): string {
  const key = `${getUserId()}:${clusterFolder}`
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return join(getShortTempFolder(platform), `recto-${hash}`)
}

/** Creates the socket's folder, private, because access to the socket is access to the database. */
export async function createSocketFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (getErrorCode(error) !== 'EEXIST') throw error
  })
  if (await isPrivate(folder)) return
  throw new StartupError(
    `Other users can access the folder ${folder}. Remove it, or set TMPDIR to a folder that only you can access.`,
  )
}

/** Removes the folder after the server has ended; a killed server leaves its socket behind. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (await isPrivate(folder)) await rm(folder, { recursive: true, force: true })
}

/** Whether only this user can put a socket into the folder. */
export async function isPrivate(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined)
  return !!stats?.isDirectory() && stats.uid === getUserId() && (stats.mode & 0o077) === 0
}

function getShortTempFolder(platform: NodeJS.Platform): string {
  const socket = join(tmpdir(), 'recto-0123456789abcdef', '.s.PGSQL.5432.lock')
  return Buffer.byteLength(socket) <= getMaxPathBytes(platform) ? tmpdir() : '/tmp'
}
