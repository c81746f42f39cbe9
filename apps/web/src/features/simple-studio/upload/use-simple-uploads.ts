import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { humanToken } from '../human/human-check.ts'
import type { SimpleDocument } from '../simple-project.ts'
import { refreshStudio, simpleSettings, uploadSimpleDocument } from '../simple-studio.queries.ts'

/** A file being uploaded. */
type Upload = { readonly name: string; readonly part: number }

type Uploads = {
  readonly uploadsInProgress: readonly Upload[]
  add(files: readonly File[]): Promise<void>
}

type UploadsOptions = { readonly projectId: string; readonly documents: readonly SimpleDocument[] }

/** Uploads files to a project, one after another. */
export function useSimpleUploads({ projectId, documents }: UploadsOptions): Uploads {
  const { data: settings } = useQuery(simpleSettings)
  const client = useQueryClient()
  const alerts = useAlerts()
  const [uploads, setUploads] = useState<readonly Upload[]>([])

  const showProgress = (file: File, part: number) =>
    setUploads((uploads) =>
      uploads.map((upload) => (upload.name === file.name ? { ...upload, part } : upload)),
    )

  async function uploadFile(file: File): Promise<void> {
    const token = await humanToken(settings?.humanCheck)
    const onProgress = (part: number) => showProgress(file, part)
    await uploadSimpleDocument({ projectId, file, token, onProgress })
  }

  async function add(files: readonly File[]): Promise<void> {
    const names = documents.map(({ name }) => name)
    const { acceptedFiles, refusals } = partitionFiles(files, { names, settings })
    for (const refusal of refusals) alerts.warn(refusal)
    setUploads(acceptedFiles.map(({ name }) => ({ name, part: 0 })))
    for (const file of acceptedFiles) {
      try {
        await uploadFile(file)
      } catch (error) {
        alerts.warn(uploadErrorMessage(error, file))
      }
      setUploads((uploads) => uploads.filter(({ name }) => name !== file.name))
      await refreshStudio(client)
    }
  }

  return { uploadsInProgress: uploads, add }
}

const megabyte = 1024 * 1024

type UploadLimits = {
  readonly names: readonly string[]
  readonly settings: { readonly maxDocuments: number; readonly maxBytes: number } | undefined
}

/** Splits files into those that can be uploaded, and reasons why the others cannot. */
function partitionFiles(files: readonly File[], { names, settings }: UploadLimits) {
  const acceptedFiles: File[] = []
  const refusals: string[] = []
  const maxDocuments = settings?.maxDocuments ?? 5
  const maxBytes = settings?.maxBytes ?? 20 * megabyte
  for (const file of files) {
    const usedNames = [...names, ...acceptedFiles.map(({ name }) => name)]
    if (usedNames.includes(file.name)) refusals.push(`${file.name} is already uploaded.`)
    else if (file.size > maxBytes) {
      refusals.push(`${file.name} is larger than ${maxBytes / megabyte} MB.`)
    } else if (usedNames.length >= maxDocuments) {
      refusals.push(
        `A project can have at most ${maxDocuments} documents. ${file.name} was not added.`,
      )
    } else acceptedFiles.push(file)
  }
  return { acceptedFiles, refusals }
}

/** Returns the error message with the reason, if there is one. */
function uploadErrorMessage(error: unknown, { name }: File): string {
  const defaultMessage = 'Failed to upload documents'
  const reason = error instanceof Refusal ? explain(error, '') : (error as Error).message
  if (reason === `${name} is already uploaded.`) return reason
  return reason ? `${defaultMessage}: ${reason}` : defaultMessage
}
