import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import type { ProviderNetwork } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { catalog } from '../catalog.ts'
import { connectorCatalog } from '../connector-catalog.ts'
import { connectorOutside } from './connector-outside.ts'
import { outsideOn } from './outside.ts'
import { sampleSettings } from './sample-settings.ts'

/**
 * Tests the connection of every provider while every way out of the process except the given one is blocked,
 * and prints what each provider tried.
 */
let own: string[] = []
let openCount = 0

const block = (name: string) => () => {
  own.push(name)
  throw Object.assign(new Error('The network is blocked.'), { code: 'EBLOCKED' })
}

const ways: Readonly<Record<string, readonly string[]>> = {
  net: ['connect', 'createConnection'],
  tls: ['connect'],
  http: ['request', 'get'],
  https: ['request', 'get'],
  http2: ['connect'],
  dgram: ['createSocket'],
  dns: ['lookup', 'resolve'],
  'dns.promises': ['lookup', 'resolve'],
}
const modules: Readonly<Record<string, object>> = {
  net,
  tls,
  http,
  https,
  http2,
  dgram,
  dns,
  'dns.promises': dns.promises,
}
for (const [name, functions] of Object.entries(ways))
  for (const one of functions)
    Object.assign(modules[name] ?? {}, { [one]: block(`${name}.${one}`) })
net.Socket.prototype.connect = block('Socket.connect') as never
globalThis.fetch = block('fetch') as never
for (const name of ['WebSocket', 'EventSource']) Object.assign(globalThis, { [name]: block(name) })
syncBuiltinESMExports()

const refuse = () => {
  openCount += 1
  return Promise.reject(Object.assign(new Error('Nobody is there.'), { code: 'ECONNREFUSED' }))
}
const externalNetwork: ProviderNetwork = { ...outsideOn(), fetch: refuse, connect: refuse }

const results: { id: string; outcome: string; given: number; own: readonly string[] }[] = []
for (const provider of catalog) {
  own = []
  openCount = 0
  const checkPromise = provider.check(sampleSettings(provider), externalNetwork)
  const outcome = await checkPromise.then(
    () => 'passed',
    (error: unknown) => (error instanceof ProviderError ? error.code : String(error)),
  )
  await provider.findLocal?.(externalNetwork, { isAsked: true })
  results.push({ id: `${provider.kind} ${provider.id}`, outcome, given: openCount, own })
}
for (const provider of connectorCatalog) {
  own = []
  openCount = 0
  const world = connectorOutside({
    fetch: refuse,
    connect: refuse,
    accessToken: async () => 'a-token',
  })
  const outcome = await provider
    .open(sampleSettings(provider), world)
    .check()
    .then(
      () => 'passed',
      (error: unknown) => (error instanceof ProviderError ? error.code : String(error)),
    )
  results.push({ id: `${provider.kind} ${provider.id}`, outcome, given: openCount, own })
}
process.stdout.write(JSON.stringify(results))
process.exit()
