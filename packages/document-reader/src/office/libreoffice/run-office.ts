import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ReadError } from '@recto/document-text/read-error'
import type { DetectedFile } from '../../detect/file-type.ts'
import type { OfficeProgram } from './office-program.ts'

/**
 * Converts an older office document to PDF. LibreOffice is a child of this process, so it ends with it: at the
 * time limit, and when the caller gives up. The file's own name is not used.
 */
export async function runOffice(
  file: DetectedFile,
  { path, folder }: OfficeProgram,
): Promise<Uint8Array> {
  const input = join(folder, `document.${file.type.type}`)
  await writeFile(input, file.bytes)
  const code = await run(path, folder, [
    `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--convert-to',
    'pdf',
    '--outdir',
    folder,
    input,
  ])
  const isConverted = (await readdir(folder)).includes('document.pdf')
  if (code !== 0 || !isConverted)
    throw new ReadError(
      'broken-file',
      `LibreOffice could not convert ${file.name ? `“${file.name}”` : 'the file'} (${file.type.label}).`,
    )
  return readFile(join(folder, 'document.pdf'))
}

function run(path: string, folder: string, args: readonly string[]): Promise<number | null> {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const env = {
    HOME: folder,
    TMPDIR: folder,
    PATH: `${dirname(path)}:/usr/local/bin:/usr/bin:/bin`,
  }
  const child = spawn(path, args, { cwd: folder, env, stdio: 'ignore' })
  child.on('error', reject)
  child.on('exit', resolve)
  return promise
}
