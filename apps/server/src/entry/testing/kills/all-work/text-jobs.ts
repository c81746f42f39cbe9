import { createHash } from 'node:crypto'
import { glob, mkdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { drawScan } from '../../../../features/text-service/testing/draw-scan.ts'
import { cellOf } from './cells.ts'
import { findRepeated, type Judgement, keepOn, type Load, type LoadContext } from './load.ts'
import { findRepetitions, type WebhookReceiver } from './webhook-receiver.ts'

const webhookName = 'receiver'
const maxOpenJobs = 8

type Client = (path: string, body: Uint8Array | string) => Promise<Response>

/** The text of each accepted job, by its hash. */
type AcceptedJobs = Map<string, string>

/** Scans for the text service, whose texts are sent to a webhook. */
export async function openTextJobs(context: LoadContext, receiver: WebhookReceiver): Promise<Load> {
  const { site, query } = context
  const client = await openClient(context)
  const webhook = { webhook_name: webhookName, url: receiver.url, auth_token: '' }
  const registration = await client('/whisper-manage-callback', JSON.stringify(webhook))
  if (!registration.ok) throw new Error(`There is no webhook: ${await registration.text()}`)
  const acceptedJobs: AcceptedJobs = new Map()
  let lastNumber = 0
  /** A client sends a document again until it has a reply. */
  let unconfirmedScan: { readonly text: string; readonly scan: Uint8Array } | undefined
  const nextScan = async () => {
    const text = `Letter number ${1000 + ++lastNumber}`
    return { text, scan: await drawScan(text) }
  }
  const upload = async ({ text, scan }: NonNullable<typeof unconfirmedScan>) => {
    const reply = await client(`/whisper?use_webhook=${webhookName}`, scan)
    const { whisper_hash: hash } = (await reply.json()) as { whisper_hash?: string }
    if (hash === undefined) return
    acceptedJobs.set(hash, text)
    unconfirmedScan = undefined
  }
  const countOpen = async () => {
    const [row] = await query<{ count: string }>(
      `select count(*) as count from work_item
       where kind like 'text-service/%' and state in ('waiting', 'running')`,
    )
    return Number(row?.count)
  }
  const uploadNext = async () => {
    if ((await countOpen()) >= maxOpenJobs) return
    unconfirmedScan ??= await nextScan()
    await upload(unconfirmedScan)
  }
  return {
    run: (signal) => keepOn(signal, 200, uploadNext),
    async finish() {
      const stopController = new AbortController()
      await keepOn(stopController.signal, 500, async () => {
        if (unconfirmedScan) await upload(unconfirmedScan)
        stopController.abort()
      })
    },
    judge: async (kills) => [
      await judgeJobs(context, acceptedJobs),
      judgeDeliveries(receiver, acceptedJobs, kills),
    ],
    provocations: {
      async [cellOf('text job', 'suspended')]() {
        const document = await nextScan()
        const restore = await hideDocument(site.dataDir, document.scan, () => upload(document))
        return restore
      },
    },
  }
}

async function openClient({ site: { admin, origin } }: LoadContext): Promise<Client> {
  const { body } = await admin.get('/api/v1/llmwhisperer/recto/keys/')
  const key = body.api_keys[0].api_key
  return (path, content) =>
    fetch(`${origin}/api/v2${path}`, {
      method: 'POST',
      headers: { 'unstract-key': key, 'content-type': 'application/json' },
      body: Buffer.from(content),
    })
}

/**
 * Puts a folder in the place of a stored document as soon as it is stored, so that reading it fails
 * unexpectedly and is tried again later. What it returns puts the document back.
 */
async function hideDocument(
  dataDir: string,
  content: Uint8Array,
  store: () => Promise<void>,
): Promise<() => Promise<void>> {
  const hash = createHash('sha256').update(content).digest('hex')
  await store()
  const pattern = `files/documents/*/${hash.slice(0, 2)}/${hash}-*`
  const places: string[] = []
  for await (const path of glob(pattern, { cwd: dataDir })) places.push(join(dataDir, path))
  for (const place of places) {
    await rename(place, `${place}.hidden`)
    await mkdir(place)
  }
  return async () => {
    for (const place of places) {
      await rmdir(place)
      await rename(`${place}.hidden`, place)
    }
  }
}

type JobRow = {
  readonly hash: string
  readonly status: string
  readonly error: string | null
  readonly pages: number
}

async function judgeJobs({ query }: LoadContext, acceptedJobs: AcceptedJobs): Promise<Judgement> {
  const rows = await query<JobRow>(
    `select whisper_hash as hash, status, error_message as error, processed_pages as pages from text_job`,
  )
  const rowByHash = new Map(rows.map((row) => [row.hash, row]))
  const lostHashes = [...acceptedJobs.keys()].filter((hash) => {
    const row = rowByHash.get(hash)
    // The webhook has received the text.
    return row?.status !== 'retrieved' || row.pages !== 1
  })
  return {
    name: 'text jobs',
    accepted: acceptedJobs.size,
    right: acceptedJobs.size - lostHashes.length,
    lostItems: lostHashes.map((hash) => `${hash}: ${JSON.stringify(rowByHash.get(hash))}`),
    doubledItems: findRepeated([...acceptedJobs.values()]),
    details: { 'jobs in all': rows.length },
  }
}

function judgeDeliveries(
  { deliveries }: WebhookReceiver,
  acceptedJobs: AcceptedJobs,
  kills: readonly number[],
): Judgement {
  const acceptances = deliveries.filter(({ id, status }) => status === 200 && acceptedJobs.has(id))
  const byHash = Map.groupBy(acceptances, ({ id }) => id)
  const lostJobs = [...acceptedJobs].filter(([hash, text]) => {
    const texts = (byHash.get(hash) ?? []).map((delivery) => delivery.text)
    return texts.length === 0 || texts.some((receivedText) => !receivedText.includes(text))
  })
  const { explainedRepetitions, unexplainedRepetitions } = findRepetitions(acceptances, kills)
  return {
    name: 'webhook deliveries',
    accepted: acceptedJobs.size,
    right: acceptedJobs.size - lostJobs.length,
    lostItems: lostJobs.map(([hash]) => `${hash}: not delivered, or another text`),
    doubledItems: unexplainedRepetitions,
    details: {
      'repeated because a kill came before the reply was stored': explainedRepetitions.length,
    },
  }
}
