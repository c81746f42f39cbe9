import { setTimeout as sleep } from 'node:timers/promises'
import type { ListenRequest } from '@recto/provider-spec/file-connector'
import type { ImapSessions } from './imap-sessions.ts'
import { openFolder } from './mail-commands.ts'

type MailboxListening = Pick<ListenRequest, 'signal' | 'onListening' | 'onArrival'>

/** A server that ends IDLE at once is not asked again at once. */
const minIdleMilliseconds = 1000

/**
 * Listens to the folders of a mailbox until the signal is aborted. Each folder has a session, because IDLE tells only of the
 * selected one. Servers without IDLE are asked at an interval by the client.
 */
export async function listenToMailbox(
  sessions: ImapSessions,
  folders: readonly string[],
  { signal, onListening, onArrival }: MailboxListening,
): Promise<void> {
  const stopController = new AbortController()
  const anySignal = AbortSignal.any([signal, stopController.signal])
  let openFolders = 0
  const onOpen = () => {
    openFolders += 1
    if (openFolders === folders.length) onListening()
  }
  const all = folders.map((folder) =>
    listenToFolder(sessions, folder, { signal: anySignal, onListening: onOpen, onArrival }),
  )
  try {
    await Promise.all(all)
  } finally {
    stopController.abort()
    await Promise.allSettled(all)
  }
}

async function listenToFolder(
  sessions: ImapSessions,
  folder: string,
  { signal, onListening, onArrival }: MailboxListening,
): Promise<void> {
  const session = await sessions.acquire(signal)
  const { client } = session
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const onExists = ({
    count,
    prevCount,
  }: {
    readonly count: number
    readonly prevCount: number
  }) => {
    if (count > prevCount) onArrival([]).catch(failure.reject)
  }
  try {
    await openFolder(client, folder)
    client.on('exists', onExists)
    onListening()
    while (!signal.aborted) {
      const startedAt = performance.now()
      await Promise.race([client.idle(), failure.promise])
      if (!client.usable) throw closedError()
      if (performance.now() - startedAt < minIdleMilliseconds)
        await sleep(minIdleMilliseconds, undefined, { signal })
    }
  } catch (error) {
    throw session.findCause(error)
  } finally {
    client.off('exists', onExists)
    session.discard()
  }
}

const closedError = () => Object.assign(new Error('closed'), { code: 'EConnectionClosed' })
