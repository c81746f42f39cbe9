import { omitUndefined } from '@recto/omit-undefined'
import { io, type Socket } from 'socket.io-client'
import type { Cookies } from './people.ts'

/** A browser's socket, with all that it was told. */
export type Line = {
  readonly socket: Socket
  /** The data of every message of an event so far. */
  told(event: string): readonly ReturnType<typeof JSON.parse>[]
  /** Resolves when the server has hung up, or refused to open it, with the reason. */
  readonly ended: Promise<string>
  /** Resolves when the server has let it in. */
  readonly opened: Promise<void>
}

export type LineOptions = {
  readonly cookies?: Cookies
  readonly headers?: Readonly<Record<string, string>>
}

export function openLine(origin: string, { cookies = {}, headers = {} }: LineOptions = {}): Line {
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const socket = io(origin, {
    path: '/api/v1/socket',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { ...omitUndefined({ cookie: cookie || undefined }), ...headers },
  })
  const events: { readonly event: string; readonly data: unknown }[] = []
  socket.onAny((event, { data }) => events.push({ event, data }))
  const endPromise = new Promise<string>((resolve) => {
    socket.on('disconnect', resolve)
    socket.on('connect_error', ({ message }) => resolve(message))
  })
  const openPromise = new Promise<void>((resolve) => void socket.on('connect', () => resolve()))
  return {
    socket,
    ended: endPromise,
    opened: openPromise,
    told: (event) => events.filter((one) => one.event === event).map((one) => one.data),
  }
}
