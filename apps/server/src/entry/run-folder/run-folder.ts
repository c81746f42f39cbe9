import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { CallRefused, openDeployment } from '@recto/client/deployment'
import type { ResultItem } from '@recto/contract/deployment-runs'
import { describeFailure } from '../../platform/describe-failure.ts'
import { type FolderResult, openState } from './folder-state.ts'

type Input = {
  readonly folder: string
  readonly address: string
  readonly key: string
  readonly stateFile: string
  readonly fetch: typeof globalThis.fetch
  /** Called after each file. */
  readonly onFile: (count: { readonly done: number; readonly total: number }) => void
}

/** How many files are under way at once. */
const atOnce = 4
/** Statuses by which every further file would be refused too. */
const isHopeless = (status: number) => [401, 403, 404].includes(status)

/**
 * Sends every file of a folder and of the folders in it, and keeps what comes back in a file. Called again it goes on
 * where it was: what has its values and was not changed since is not sent again.
 */
export async function runFolder(input: Input): Promise<readonly FolderResult[]> {
  const { folder, stateFile, onFile } = input
  const state = await openState(stateFile)
  const deployment = openDeployment(input)
  const files = await filesIn(folder, stateFile)
  const waiting = files.values()
  const total = files.length
  let done = 0

  async function work(): Promise<void> {
    for (const file of waiting) {
      const content = await readFile(join(folder, file))
      const hash = createHash('sha256').update(content).digest('hex')
      if (!state.has(file, hash)) await state.add(await run(file, content, hash))
      done += 1
      onFile({ done, total })
    }
  }

  async function run(file: string, content: Uint8Array, hash: string): Promise<FolderResult> {
    // Sent again after the line broke, it is the same request.
    const idempotencyKey = randomUUID()
    const sending = { documents: [{ name: basename(file), content }], idempotencyKey }
    const found = await deployment.extract(sending).then(valuesOf).catch(failureOf)
    return { file, hash, ...found }
  }

  await Promise.all(Array.from({ length: Math.min(atOnce, total) }, work))
  const present = new Set(files)
  return state.all().filter(({ file }) => present.has(file))
}

type Found = Pick<FolderResult, 'values' | 'error'>

function valuesOf([item]: readonly ResultItem[]): Found {
  const { output } = (item?.result ?? {}) as { readonly output?: Record<string, unknown> }
  return output ? { values: output } : { error: item?.error ?? 'It has no result.' }
}

function failureOf(error: unknown): Found {
  if (error instanceof CallRefused && isHopeless(error.status)) throw error
  return { error: describeFailure(error) }
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
