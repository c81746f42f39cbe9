import { constants } from 'node:fs'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nameOf, ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from '../../detect/file-type.ts'

/** LibreOffice, and a folder of its own for this one job. */
export type OfficeProgram = { readonly path: string; readonly folder: string }

const commands = ['soffice', 'libreoffice']

/** Its installer on Windows does not add it to the search path. */
const windowsFolder = 'C:\\Program Files\\LibreOffice\\program'

/**
 * Does a job with LibreOffice in a private folder, which is removed whatever happens. Throws `ReadError`
 * `office-missing` when the program is not on the search path.
 */
export async function withOfficeProgram<T>(
  searchPath: string | undefined,
  { name, type }: Pick<DetectedFile, 'name' | 'type'>,
  work: (office: OfficeProgram) => Promise<T>,
): Promise<T> {
  const program = await findProgram(searchPath)
  if (!program)
    throw new ReadError(
      'office-missing',
      `${nameOf(name)} is ${type.label}. To read it, install LibreOffice (the soffice command) on the server, or save the file as DOCX, XLSX, PPTX or PDF.`,
    )
  const folder = await mkdtemp(path.join(tmpdir(), 'recto-office-'))
  try {
    return await work({ path: program, folder })
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function findProgram(
  searchPath: string | undefined,
  { env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process,
): Promise<string | undefined> {
  for (const file of listProgramPaths(searchPath ?? env.PATH ?? '', platform)) {
    const isProgram = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isProgram) return file
  }
  return undefined
}

/** Lists where the program may be, in the order in which a shell looks for it. */
export function listProgramPaths(searchPath: string, platform: NodeJS.Platform): string[] {
  const isWindows = platform === 'win32'
  const { delimiter, isAbsolute, join } = isWindows ? path.win32 : path.posix
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder))
  if (isWindows) folders.push(windowsFolder)
  return commands.flatMap((command) =>
    folders.map((folder) => join(folder, isWindows ? `${command}.exe` : command)),
  )
}
