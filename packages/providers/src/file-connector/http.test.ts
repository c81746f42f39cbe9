import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createEncryptedServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf } from '../testing/file-connector-suite.ts'
import { ownCertificate } from '../testing/own-certificate.ts'
import { sayProof } from '../testing/say-proof.ts'
import { httpServer } from './http.ts'

const page = `<html><h1>Index of /docs/</h1><a href="../">..</a> <a href="?C=M">Sort</a>
  <a class="x" href="in/">in/</a> <a href='a%20%26%20b%20%F0%9F%A7%BE.txt'>a</a>
  <a href="https://elsewhere.example/x.pdf">x</a> <a href="/other/y.pdf">y</a></html>`

sayProof(httpServer, 'server of its protocol')

let server: Server
let base: string

beforeAll(async () => {
  server = createServer((request, response) => {
    const authorization = request.headers.authorization
    if (authorization !== `Basic ${Buffer.from('ada:right').toString('base64')}`) {
      return response.writeHead(401, { 'content-type': 'text/html' }).end('<html>No</html>')
    }
    if (request.url === '/docs/') return response.setHeader('content-type', 'text/html').end(page)
    if (request.url === '/docs/in') return response.writeHead(301, { location: '/docs/in/' }).end()
    if (request.url?.startsWith('/docs/a%20')) return response.end('Total 30.00')
    if (request.url === '/docs/cut.bin') {
      response.writeHead(200, { 'content-length': '1000' }).write('half')
      return response.destroy()
    }
    response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`
})
afterAll(() => server.close())

const open = (password = 'right') =>
  httpServer.open({ base_url: base, username: 'ada', password }, connectorOutside())

test('a wrong password, what is not there, and writing are refused in words', async () => {
  await expect(open('wrong!').check()).rejects.toThrow(/401.*“Username” and “Password”/)
  await expect(open().open('none.pdf')).rejects.toMatchObject({ code: 'not-found' })
  await expect(allOf(open().list('none'))).rejects.toMatchObject({ code: 'not-found' })
  await expect(open().remove('a.txt')).rejects.toThrow(/cannot be written/)
  await expect(open().open('../secret')).rejects.toThrow(/cannot contain “\.\.”/)
})

test('the links of a page that lie directly in its folder are its files and folders', async () => {
  await open().check()
  const entries = await allOf(open().list(''))

  expect(entries.map(({ path, kind }) => [path, kind])).toEqual([
    ['in', 'folder'],
    ['a & b 🧾.txt', 'file'],
  ])
  expect(await open().find('in')).toMatchObject({ kind: 'folder' })
  const { entry, bytes } = await open().open('a & b 🧾.txt')
  expect(entry.kind).toBe('file')
  expect(String(await buffer(bytes as AsyncIterable<Buffer>))).toBe('Total 30.00')
})

test('a server that stops in the middle is not taken for the end of the file', async () => {
  const read = async () => {
    const { bytes } = await open().open('cut.bin')
    return buffer(bytes as AsyncIterable<Buffer>)
  }

  await expect(read()).rejects.toMatchObject({ code: 'unreachable' })
})

test('a server whose certificate nobody vouches for is not talked to, and the reason is said', async () => {
  const encryptedServer = createEncryptedServer(ownCertificate, (_, response) => response.end(page))
  encryptedServer.listen(0, '127.0.0.1')
  await once(encryptedServer, 'listening')
  const base_url = `https://127.0.0.1:${(encryptedServer.address() as AddressInfo).port}/docs`
  const error = await httpServer
    .open({ base_url, username: 'ada', password: 'right' }, connectorOutside())
    .check()
    .catch((error) => error)
  encryptedServer.close()

  expect(error).toMatchObject({
    code: 'refused',
    message: expect.stringContaining('The server’s certificate is not trusted ('),
  })
})
