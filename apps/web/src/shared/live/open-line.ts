import { openSocket } from '@recto/contract/sockets'
import { createStore } from '../store/create-store.ts'
import type { LiveLine } from './line.ts'

type Message = { readonly data?: unknown }

/**
 * The socket of this page. It is opened when somebody listens for the first time: before anybody is signed
 * in the server would hang up for good. When it is lost it is opened again.
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
      // Without it whoever listens asks instead.
      if (!hasBegun) void open().catch(() => undefined)
      hasBegun = true
      const all = hearers.get(event) ?? new Set()
      hearers.set(event, all.add(hear))
      return () => void all.delete(hear)
    },
  }
}
