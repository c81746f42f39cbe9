import {
  ProjectFile,
  projectFileBytes,
  projectFormat,
} from '@recto/contract/prompt-studio/project-files'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Upload } from '../../../platform/files/upload.ts'

/**
 * Reads a project file. Rejects with a reason what is not a project file, is incomplete or has
 * another version. `refuse` validates it like a request body.
 */
export async function readProjectFile(
  { files }: Pick<Context, 'files'>,
  { name, size, content }: Upload,
  refuse: (value: unknown) => void,
): Promise<ProjectFile> {
  if (size > projectFileBytes) {
    throw fileError(`“${name}” is larger than ${projectFileBytes / 1024 / 1024} MB.`)
  }
  const bytes = 'bytes' in content ? content.bytes : await files.readBytes(content.path)
  const value = parseJson(name, bytes)
  assertVersion(name, value)
  refuse(value)
  const file = ProjectFile.safeParse(value)
  if (file.success) return file.data
  const [issue] = file.error.issues
  const path = issue?.path.join('.') || 'the file'
  throw fileError(`“${name}” is not a valid project file: ${path}: ${issue?.message}`)
}

function parseJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw fileError(`“${name}” is not valid JSON, or is incomplete. Nothing was imported.`)
  }
}

/** Rejects a file of another version. */
export function assertVersion(name: string, value: unknown): void {
  const metadata = (value as { export_metadata?: { format?: unknown; version?: unknown } } | null)
    ?.export_metadata
  if (metadata?.version === undefined && metadata?.format === undefined) return
  const { format, version } = projectFormat
  if (metadata.format === format && metadata.version === version) return
  throw fileError(
    `“${name}” was created by another version (${String(metadata.version)}). This server reads version ${version}.`,
  )
}

const fileError = (detail: string): AppError => invalid('file', detail)
