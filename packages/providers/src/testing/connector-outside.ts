import { connect as connectSocket } from 'node:net'
import type { ConnectorNetwork } from '@recto/provider-spec/connector-provider'

/** The network as it is, without a guard; or with another one in its place. */
export const connectorOutside = (parts: Partial<ConnectorNetwork> = {}): ConnectorNetwork => ({
  fetch: (input, init) => globalThis.fetch(input, { redirect: 'manual', ...init }),
  connect: ({ host, port }) =>
    new Promise((resolve, reject) => {
      const socket = connectSocket({ host, port })
      socket.once('connect', () => resolve(socket))
      socket.once('error', reject)
    }),
  folders: [],
  accessToken: () => Promise.reject(new Error('Nobody has signed in.')),
  receivedMails: {
    list: async function* () {},
    find: async () => undefined,
    read: async () => undefined,
    settle: async () => undefined,
  },
  ...parts,
})
