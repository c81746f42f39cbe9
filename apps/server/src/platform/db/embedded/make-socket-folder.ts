import { createHash } from 'node:crypto'
import { lstat, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'
import { codeOf } from './code-of.ts'

const maxPath = 107

/** In the temp folder, because the path of a socket must be short; the same at every start. */
export function socketFolderOf(clusterFolder: string): string {
  const key = `${process.getuid!()}:${clusterFolder}`
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return join(shortTempFolder(), `recto-${hash}`)
}

/** Makes the folder of the socket, private: whoever reaches the socket is let in. */
export async function makeSocketFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  if (await isPrivate(folder)) return
  throw new StartRefused(
    `The folder ${folder} must be a folder that only you may enter, and it is not: remove it, or set TMPDIR to a folder of your own.`,
  )
}

/** To be called when the server is gone; one that was killed leaves its socket behind. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (await isPrivate(folder)) await rm(folder, { recursive: true, force: true })
}

/** Nobody else can have put, or can put, a socket into a private folder. */
export async function isPrivate(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  return !!found?.isDirectory() && found.uid === process.getuid!() && (found.mode & 0o077) === 0
}

function shortTempFolder(): string {
  const socket = join(tmpdir(), 'recto-0123456789abcdef', '.s.PGSQL.5432.lock')
  return Buffer.byteLength(socket) <= maxPath ? tmpdir() : '/tmp'
}
