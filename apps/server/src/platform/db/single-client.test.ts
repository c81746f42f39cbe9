import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, inject, test } from 'vitest'
import { isConnectionLost } from './outage.ts'
import { withSingleClient } from './single-client.ts'

test('gives up on a server that accepts connections and never answers', async () => {
  await using cleaning = new AsyncDisposableStack()
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  cleaning.defer(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const error = await withSingleClient(
    `postgresql://nobody@127.0.0.1:${port}/none`,
    async () => {},
    {
      connectMilliseconds: 50,
    },
  ).catch((reason: unknown) => reason)

  expect(isConnectionLost(error)).toBe(true)
})

test('a statement without an answer, and a connection that is ended, are errors of the statement', async () => {
  const url = inject('postgresUrl')

  const errors = await Promise.all([
    withSingleClient(url, (client) => client.query('select pg_sleep(1000)'), {
      statementMilliseconds: 50,
    }).catch((reason: unknown) => reason),
    withSingleClient(url, (client) =>
      client.query('select pg_terminate_backend(pg_backend_pid())'),
    ).catch((reason: unknown) => reason),
  ])

  expect(errors.map(isConnectionLost)).toEqual([true, true])
})
