import { createHash } from 'node:crypto'
import { lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'
import { codeOf } from './code-of.ts'

const longestPath = 107

/**
 * The folder of the database's socket: private, because whoever reaches the socket is let in, and
 * in the temp folder, because the path of a socket must be short.
 */
export async function makeSocketFolder(clusterFolder: string): Promise<string> {
  const user = process.getuid!()
  const hash = createHash('sha256').update(`${user}:${clusterFolder}`).digest('hex').slice(0, 16)
  const folder = join(shortTempFolder(), `recto-${hash}`)
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  if (!(await isPrivate(folder))) {
    throw new StartRefused(
      `The folder ${folder} must be a folder that only you may enter, and it is not: remove it, or set TMPDIR to a folder of your own.`,
    )
  }
  return folder
}

/** Nobody else can have put, or can put, a socket into a private folder. */
export async function isPrivate(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return !!found?.isDirectory() && found.uid === process.getuid!() && (found.mode & 0o077) === 0
}

function shortTempFolder(): string {
  const socket = join(tmpdir(), 'recto-0123456789abcdef', '.s.PGSQL.5432.lock')
  return Buffer.byteLength(socket) <= longestPath ? tmpdir() : '/tmp'
}
