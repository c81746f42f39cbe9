import { z } from 'zod'
import type { Context } from '../context.ts'
import { workWaitingEvent } from '../work/announce-work.ts'

export const OutgoingMail = z.object({ to: z.string(), subject: z.string(), text: z.string() })
export type OutgoingMail = z.output<typeof OutgoingMail>

/**
 * Queues a mail for the workers and returns immediately. If `db` is a transaction, it is queued
 * only on commit.
 */
export async function queueMail(
  { db, vault, events }: Pick<Context, 'db' | 'vault' | 'events'>,
  mail: OutgoingMail,
): Promise<void> {
  await db
    .insertInto('outgoing_mail')
    .values({ sealed: vault.seal(JSON.stringify(mail)) })
    .execute()
  await events.publish(db, workWaitingEvent, { slots: 'jobs' })
}
