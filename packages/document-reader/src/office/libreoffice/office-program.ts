import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from '../../detect/file-type.ts'

/** LibreOffice, and a folder of its own for this one job. */
export type OfficeProgram = { readonly path: string; readonly folder: string }

const commands = ['soffice', 'libreoffice']

/**
 * Does a job with LibreOffice in a private folder, which is removed whatever happens. Throws `ReadError`
 * `office-missing` when the program is not on the search path.
 */
export async function withOfficeProgram<T>(
  searchPath: string | undefined,
  { name, type }: Pick<DetectedFile, 'name' | 'type'>,
  work: (office: OfficeProgram) => Promise<T>,
): Promise<T> {
  const path = await findProgram(searchPath)
  if (!path)
    throw new ReadError(
      'office-missing',
      `${nameOf(name)} is ${type.label}. To read it, install LibreOffice (the soffice command) on the server, or save the file as DOCX, XLSX, PPTX or PDF.`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'recto-office-'))
  try {
    return await work({ path, folder })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The shell looks where it would look for any command. */
async function findProgram(searchPath: string | undefined): Promise<string | undefined> {
  const find = commands.map((command) => `command -v ${command}`).join(' || ')
  const env = searchPath === undefined ? {} : { env: { PATH: searchPath } }
  try {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', find], env)
    const path = stdout.trim()
    return isAbsolute(path) ? path : undefined
  } catch {
    return undefined
  }
}
