import type { Judgement, Load, LoadContext } from './load.ts'
import { findRepetitions, type WebhookReceiver } from './webhook-receiver.ts'

/** Enough for the refusals of the receiver, and for kills, because each attempt counts. */
const maxRetries = 4

/** A message for each run of a pipeline that has ended; nothing else adds any. */
export async function openNotifications(
  context: LoadContext,
  receiver: WebhookReceiver,
  pipelineIds: readonly string[],
): Promise<Load> {
  const { admin } = context.site
  for (const [index, id] of pipelineIds.entries()) {
    const { status, body } = await admin.post('notifications/', {
      name: `Hook ${index + 1}`,
      url: receiver.url,
      notification_type: 'WEBHOOK',
      platform: 'API',
      authorization_type: 'NONE',
      pipeline: id,
      api: '',
      is_active: true,
      max_retries: maxRetries,
    })
    if (status !== 201) throw new Error(`There is no notification: ${JSON.stringify(body)}`)
  }
  return {
    run: async () => {},
    judge: async (kills) => [await judgeMessages(context, receiver, kills)],
  }
}

type MessageRow = {
  readonly id: string
  readonly state: string
  readonly attempts: number
  readonly error: string | null
}

async function judgeMessages(
  { query }: LoadContext,
  { deliveries }: WebhookReceiver,
  kills: readonly number[],
): Promise<Judgement> {
  const rows = await query<MessageRow>(
    'select id, state, attempts, last_error as error from notification_delivery',
  )
  const runs = await query(
    `select 1 from execution where entity = 'ETL' and pipeline_id is not null
     and status in ('COMPLETED', 'ERROR', 'STOPPED')`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  const acceptances = deliveries.filter(({ id, status }) => status === 200 && ids.has(id))
  const acceptedIds = new Set(acceptances.map(({ id }) => id))
  const wrongRows = rows.filter(({ id, state }) => state !== 'DELIVERED' || !acceptedIds.has(id))
  const { explainedRepetitions, unexplainedRepetitions } = findRepetitions(acceptances, kills)
  return {
    name: 'messages of notifications',
    accepted: runs.length,
    right: rows.length - wrongRows.length,
    lostItems: [
      ...wrongRows.map((row) => JSON.stringify(row)),
      ...(rows.length < runs.length ? [`${rows.length} messages of ${runs.length} runs`] : []),
    ],
    doubledItems: [
      ...unexplainedRepetitions,
      ...(rows.length > runs.length ? [`${rows.length} messages of ${runs.length} runs`] : []),
    ],
    details: {
      'repeated because a kill came before the reply was stored': explainedRepetitions.length,
    },
  }
}
