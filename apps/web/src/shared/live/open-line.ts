import { openSocket } from '@recto/contract/server/sockets'
import { createStore } from '../store/create-store.ts'
import type { LiveLine } from './line.ts'

type Message = { readonly data?: unknown }

/**
 * Creates the connection of this page. The socket is opened by the first subscriber, because the
 * server permanently disconnects sockets of users who are not signed in. A lost connection is
 * opened again.
 */
export function openLine(): LiveLine {
  const isOpen = createStore(false)
  const hearers = new Map<string, Set<(data: unknown) => void>>()
  let hasBegun = false

  async function open() {
    const { io } = await import('socket.io-client')
    const socket = io({
      path: openSocket.path.replace(/\/$/, ''),
      transports: ['websocket'],
      reconnectionDelayMax: 30_000,
    })
    socket.on('connect', () => isOpen.set(true))
    socket.on('disconnect', () => isOpen.set(false))
    socket.onAny((event: string, message: Message | undefined) => {
      for (const hear of hearers.get(event) ?? []) hear(message?.data)
    })
  }

  return {
    isOpen,
    listen(event, hear) {
      // Failures are ignored, because subscribers then poll.
      if (!hasBegun) void open().catch(() => undefined)
      hasBegun = true
      const all = hearers.get(event) ?? new Set()
      hearers.set(event, all.add(hear))
      return () => void all.delete(hear)
    },
  }
}
