import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explain, Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { humanToken } from '../human/human-check.ts'
import type { SimpleDocument } from '../simple-project.ts'
import { refreshStudio, simpleSettings, uploadSimpleDocument } from '../simple-studio.queries.ts'

/** A file on its way. */
type Sending = { readonly name: string; readonly part: number }

type Uploads = {
  readonly sending: readonly Sending[]
  add(files: readonly File[]): Promise<void>
}

type Given = { readonly projectId: string; readonly documents: readonly SimpleDocument[] }

/** Files on their way into a project, one after the other. */
export function useSimpleUploads({ projectId, documents }: Given): Uploads {
  const { data: settings } = useQuery(simpleSettings)
  const client = useQueryClient()
  const alerts = useAlerts()
  const [sending, setSending] = useState<readonly Sending[]>([])

  const show = (file: File, part: number) =>
    setSending((all) => all.map((one) => (one.name === file.name ? { ...one, part } : one)))

  async function sendOne(file: File): Promise<void> {
    const token = await humanToken(settings?.humanCheck)
    const onProgress = (part: number) => show(file, part)
    await uploadSimpleDocument({ projectId, file, token, onProgress })
  }

  async function add(files: readonly File[]): Promise<void> {
    const names = documents.map(({ name }) => name)
    const { fresh, refusals } = chooseFiles(files, { names, settings })
    for (const refusal of refusals) alerts.warn(refusal)
    setSending(fresh.map(({ name }) => ({ name, part: 0 })))
    for (const file of fresh) {
      try {
        await sendOne(file)
      } catch (error) {
        alerts.warn(wordsOf(error, file))
      }
      setSending((all) => all.filter(({ name }) => name !== file.name))
      await refreshStudio(client)
    }
  }

  return { sending, add }
}

const megabyte = 1024 * 1024

type Known = {
  readonly names: readonly string[]
  readonly settings: { readonly mostDocuments: number; readonly mostBytes: number } | undefined
}

/** Those that are worth sending, and why the others are not. */
function chooseFiles(files: readonly File[], { names, settings }: Known) {
  const fresh: File[] = []
  const refusals: string[] = []
  const mostDocuments = settings?.mostDocuments ?? 5
  const mostBytes = settings?.mostBytes ?? 20 * megabyte
  for (const file of files) {
    const taken = [...names, ...fresh.map(({ name }) => name)]
    if (taken.includes(file.name)) refusals.push(`${file.name} is already uploaded.`)
    else if (file.size > mostBytes) {
      refusals.push(`${file.name} is larger than ${mostBytes / megabyte} MB.`)
    } else if (taken.length >= mostDocuments) {
      refusals.push(
        `A project takes at most ${mostDocuments} documents. ${file.name} was left out.`,
      )
    } else fresh.push(file)
  }
  return { fresh, refusals }
}

/** The words of the screen, and the reason where there is one. */
function wordsOf(error: unknown, { name }: File): string {
  const words = 'Failed to upload documents'
  const reason = error instanceof Refusal ? explain(error, '') : (error as Error).message
  if (reason === `${name} is already uploaded.`) return reason
  return reason ? `${words}: ${reason}` : words
}
