import { z } from 'zod'
import type { Context } from '../context.ts'
import { defineEvent } from '../events/events.ts'

export const OutgoingMail = z.object({ to: z.string(), subject: z.string(), text: z.string() })
export type OutgoingMail = z.output<typeof OutgoingMail>

/** There is something to send. */
export const mailWaiting = defineEvent({ name: 'mail.waiting', payload: z.object({}) })

/**
 * Has a mail sent by whichever worker comes first, and returns at once. Part of the transaction when
 * `db` is one: rolled back, nothing was to be sent.
 */
export async function queueMail(
  { db, vault, events }: Pick<Context, 'db' | 'vault' | 'events'>,
  mail: OutgoingMail,
): Promise<void> {
  await db
    .insertInto('outgoing_mail')
    .values({ sealed: vault.seal(JSON.stringify(mail)) })
    .execute()
  await events.publish(db, mailWaiting, {})
}
