import { logsEventOf } from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { SocketChannel, Sockets } from '../../../platform/sockets/sockets.ts'
import { sessionTold } from './session-messages.events.ts'
import { listMessagesById } from './session-messages.store.ts'

type SessionMessageIds = SocketChannel & { readonly ids: readonly number[] }

/**
 * Forwards the messages of sessions, in order, to the sockets that this process holds for them.
 * Returns a function that unsubscribes.
 */
export function pushSessionMessages(
  ctx: Pick<Context, 'db' | 'events' | 'log'>,
  sockets: Sockets,
): () => void {
  const queue: SessionMessageIds[] = []
  let isPushing = false

  async function pushAll() {
    isPushing = true
    for (let messageIds = queue.shift(); messageIds; messageIds = queue.shift()) {
      await push(messageIds).catch((error: unknown) => {
        // The panel loads the stored messages when it is opened again.
        ctx.log.warn({ reason: describeFailure(error) }, 'failed to send a message to a session')
      })
    }
    isPushing = false
  }
  async function push({ organizationId, logEventsId, ids }: SessionMessageIds) {
    const channel = { organizationId, logEventsId }
    if (!sockets.hasSession(channel)) return
    const messages = await listMessagesById({ db: ctx.db, organizationId }, ids)
    for (const message of messages)
      sockets.sendToSession(channel, logsEventOf(logEventsId), message)
  }
  return ctx.events.subscribe(sessionTold, (messageIds) => {
    if (!sockets.hasSession(messageIds)) return
    queue.push(messageIds)
    if (!isPushing) void pushAll()
  })
}
