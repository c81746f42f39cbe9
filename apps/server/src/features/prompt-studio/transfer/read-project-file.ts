import { ProjectFile, projectFileBytes, projectFormat } from '@recto/contract/project-files'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Upload } from '../../../platform/files/upload.ts'

/**
 * Reads the file of a project. Refuses, and says why, what is none, is not whole or is of another version.
 * `refuse` looks at it as at the body of a request.
 */
export async function readProjectFile(
  { files }: Pick<Context, 'files'>,
  { name, size, content }: Upload,
  refuse: (value: unknown) => void,
): Promise<ProjectFile> {
  if (size > projectFileBytes) {
    throw refused(`“${name}” is larger than ${projectFileBytes / 1024 / 1024} MB.`)
  }
  const bytes = 'bytes' in content ? content.bytes : await files.readBytes(content.path)
  const value = parsed(name, bytes)
  assertVersion(name, value)
  refuse(value)
  const file = ProjectFile.safeParse(value)
  if (file.success) return file.data
  const [issue] = file.error.issues
  const place = issue?.path.join('.') || 'the whole'
  throw refused(`“${name}” is no project file: ${place}: ${issue?.message}`)
}

function parsed(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw refused(
      `“${name}” cannot be read: it is no JSON, or only a part of the file. Nothing was imported.`,
    )
  }
}

/** Refuses the file of another version. */
export function assertVersion(name: string, value: unknown): void {
  const said = (value as { export_metadata?: { format?: unknown; version?: unknown } } | null)
    ?.export_metadata
  if (said?.version === undefined && said?.format === undefined) return
  const { format, version } = projectFormat
  if (said.format === format && said.version === version) return
  throw refused(
    `“${name}” was made by another version (${String(said.version)}); this server reads version ${version}.`,
  )
}

const refused = (detail: string): AppError => invalid('file', detail)
