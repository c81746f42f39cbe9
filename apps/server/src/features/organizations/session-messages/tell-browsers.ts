import { logsEventOf } from '@recto/contract/server/sockets'
import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { SocketChannel, Sockets } from '../../../platform/sockets/sockets.ts'
import { sessionTold } from './session-messages.events.ts'
import { listMessagesById } from './session-messages.store.ts'

type News = SocketChannel & { readonly ids: readonly number[] }

/**
 * Forwards the messages of sessions, in order, to the sockets that this process holds for them.
 * Returns a function that unsubscribes.
 */
export function tellBrowsers(
  ctx: Pick<Context, 'db' | 'events' | 'log'>,
  sockets: Sockets,
): () => void {
  const waiting: News[] = []
  let isUnderWay = false

  async function tellAll() {
    isUnderWay = true
    for (let news = waiting.shift(); news; news = waiting.shift()) {
      await tell(news).catch((error: unknown) => {
        // The panel loads the stored messages when it is opened again.
        ctx.log.warn({ reason: describeFailure(error) }, 'a session could not be told')
      })
    }
    isUnderWay = false
  }
  async function tell({ organizationId, logEventsId, ids }: News) {
    const channel = { organizationId, logEventsId }
    if (!sockets.hasSession(channel)) return
    const messages = await listMessagesById({ db: ctx.db, organizationId }, ids)
    for (const message of messages)
      sockets.sendToSession(channel, logsEventOf(logEventsId), message)
  }
  return ctx.events.subscribe(sessionTold, (news) => {
    if (!sockets.hasSession(news)) return
    waiting.push(news)
    if (!isUnderWay) void tellAll()
  })
}
