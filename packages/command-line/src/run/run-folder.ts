import { createHash, randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { CallRefused, type DeploymentClient } from '@recto/client/deployment'
import { type DocumentValues, valuesOf } from '../values-of.ts'
import { type FolderResult, openState } from './folder-state.ts'

type Input = {
  readonly folder: string
  readonly deployment: DeploymentClient
  readonly stateFile: string
  /** How many files are under way at a time. */
  readonly atOnce: number
  /** Called after each file. */
  readonly onFile: (count: { readonly done: number; readonly total: number }) => void
}

/**
 * Sends every file of a folder and of the folders in it, and keeps what comes back in a file. Called again it goes on
 * where it was: what has its values and was not changed since is not sent again, and what was sent when the process
 * ended is asked for under the name that it was sent with, so that it is not run a second time. Where that answer came just
 * then, and is given once only, the values are taken from the earlier run by the content.
 */
export async function runFolder(input: Input): Promise<readonly FolderResult[]> {
  const { folder, stateFile, deployment, atOnce, onFile } = input
  const files = await filesIn(folder, stateFile)
  const state = await openState(stateFile)
  const waiting = files.values()
  const total = files.length
  let done = 0

  async function work(): Promise<void> {
    for (const file of waiting) {
      await settle(file)
      done += 1
      onFile({ done, total })
    }
  }

  async function settle(file: string): Promise<void> {
    const opened = await open(join(folder, file))
    if (!opened) return state.add({ file, hash: '', error: 'The file cannot be read.' })
    const { hash, content } = opened
    if (!state.has(file, hash)) await state.add({ file, hash, ...(await run(file, hash, content)) })
  }

  async function run(file: string, hash: string, content: Blob): Promise<DocumentValues> {
    const sent = state.sentAs(file, hash)
    const documents = [{ name: basename(file), content }]
    if (sent !== undefined) {
      const { sent: idempotencyKey, takesEarlier = false } = sent
      const found = await ask({ documents, idempotencyKey, takesEarlier })
      if (found !== 'read before') return found
    }
    const idempotencyKey = randomUUID()
    // Its values came when nobody was there to keep them: they are fetched again, and not paid again.
    const takesEarlier = sent !== undefined
    await state.noteSent({ file, hash, sent: idempotencyKey, takesEarlier })
    const found = await ask({ documents, idempotencyKey, takesEarlier })
    return found === 'read before' ? { error: 'Its result was fetched by somebody else.' } : found
  }

  const ask = (sending: Parameters<DeploymentClient['extract']>[0]) =>
    deployment.extract(sending).then(valuesOf).catch(failureOf)

  await Promise.all(Array.from({ length: Math.min(atOnce, total) }, work))
  const present = new Set(files)
  return state.all().filter(({ file }) => present.has(file))
}

const readBefore = 406

/** Where every further file would be refused too, the run ends. */
function failureOf(error: unknown): DocumentValues | 'read before' {
  if (!(error instanceof CallRefused)) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
  if (error.isHopeless) throw error
  return error.status === readBefore ? 'read before' : { error: error.message }
}

/** `undefined` for one that went away, or that may not be read. */
async function open(path: string) {
  try {
    const content = await openAsBlob(path)
    const hash = createHash('sha256')
    for await (const chunk of content.stream()) hash.update(chunk)
    return { content, hash: hash.digest('hex') }
  } catch {
    return undefined
  }
}

/** Hidden ones are left out, and so is what this writes itself. */
async function filesIn(folder: string, stateFile: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== stateFile)
    .map((path) => relative(folder, path))
    .sort()
}
