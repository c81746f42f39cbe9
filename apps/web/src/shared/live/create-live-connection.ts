import { openSocket } from '@recto/contract/server/sockets'
import { createStore } from '../store/create-store.ts'
import type { LiveConnection } from './live-connection.ts'

type Message = { readonly data?: unknown }

/**
 * Creates the connection of this page. The socket is opened by the first subscriber, because the
 * server permanently disconnects sockets of users who are not signed in. A lost connection is
 * opened again.
 */
export function createLiveConnection(): LiveConnection {
  const isOpen = createStore(false)
  const callbacks = new Map<string, Set<(data: unknown) => void>>()
  let isOpening = false

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
      for (const callback of callbacks.get(event) ?? []) callback(message?.data)
    })
  }

  return {
    isOpen,
    subscribe(event, callback) {
      // Failures are ignored, because subscribers then poll.
      if (!isOpening) void open().catch(() => undefined)
      isOpening = true
      const eventCallbacks = callbacks.get(event) ?? new Set()
      callbacks.set(event, eventCallbacks.add(callback))
      return () => void eventCallbacks.delete(callback)
    },
  }
}
