import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** Of nobody, signed by itself. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXSjDOoj3bsCwGKlU
W0XgnO7O0KtI/HF/GXt5NZ9yXDyhRANCAASSe/VsK6fOvjJCuMXWAEuhYAqPJ4N0
DWEhgHGBwf93EvSRHqFn+AVsH6Ziu6gXGKS0+zvhhWMu5ZKb46Xzw8A+
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBgDCCASegAwIBAgIUZLWwRkzCUuqnTiFVBLZ689vTZsswCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKZGIuZXhhbXBsZTAgFw0yNjExMjMwMTEwMDhaGA8yMTI2MTAz
MDAxMTAwOFowFTETMBEGA1UEAwwKZGIuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABJJ79Wwrp86+MkK4xdYAS6FgCo8ng3QNYSGAcYHB/3cS9JEeoWf4
BWwfpmK7qBcYpLT7O+GFYy7lkpvjpfPDwD6jUzBRMB0GA1UdDgQWBBRokaZx8OAW
zYHmu5xcAGlUdfFqNDAfBgNVHSMEGDAWgBRokaZx8OAWzYHmu5xcAGlUdfFqNDAP
BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIBcuYQNLLZxDaft9opgW
RgIxtvYp+fmFJRKw+mfFWfDOAiBipeIqgY4IxLEGQrhlI8+y0/MlghpogVcJTcU/
WPWkbA==
-----END CERTIFICATE-----`

/** What a client sends before it speaks encrypted: its length, and the number of the request. */
const wish = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A server that speaks to a PostgreSQL on a socket of this machine, and asks its own clients to encrypt. */
export async function startEncryptedPostgres(path: string) {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.once('data', (first) => {
      if (!wish.equals(first)) return client.destroy()
      client.write('S')
      const inside = new TLSSocket(client, { isServer: true, key, cert })
      const postgres = connect(path)
      open.add(postgres)
      inside.pipe(postgres).pipe(inside)
      for (const one of [inside, postgres, client]) one.on('error', () => client.destroy())
      client.on('close', () => postgres.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const one of open) one.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
