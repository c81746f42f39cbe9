import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

type Copy = AsyncDisposable & { readonly folder: string }

/** Makes a clone of the last commit, with the installed packages as hard links. */
export async function makeCopy(): Promise<Copy> {
  const parent = await mkdtemp(join(tmpdir(), 'recto-copy-'))
  const folder = join(parent, 'recto')
  await run('git', ['clone', '--quiet', '--shared', root, folder])
  await run('cp', ['-al', join(root, 'node_modules'), folder])
  return {
    folder,
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  }
}
