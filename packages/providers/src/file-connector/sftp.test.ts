import { appendFile, mkdir, open as openLocally, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect as connectSocket, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FileConnector } from '@recto/provider-spec/file-connector'
import { hasSshServer, passphrase, type SshServer, startSshServer } from '@recto/testkit/ssh-server'
import ssh2, { type AuthContext, type Server } from 'ssh2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { sftp } from './sftp.ts'

const wrongWords = 'very-wrong-password'

const settingsOf = ({ port, username, folder, keys }: SshServer) => ({
  host: '127.0.0.1',
  port: String(port),
  username,
  user_dir: folder,
  private_key: keys.plain,
})

testFileConnector({
  provider: sftp,
  by: 'real server',
  isSkipped: !hasSshServer,
  secret: wrongWords,
  wrong: ({ private_key: _, ...settings }) => ({ ...settings, password: wrongWords }),
  async start() {
    const server = await startSshServer()
    return {
      settings: settingsOf(server),
      outside: connectorOutside(),
      folder: '',
      stop: server.stop,
    }
  },
})

const folderStats = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }

/** A process of one's own cannot check passwords: OpenSSH asks the machine for them. */
describe('a server that lets in by password', () => {
  sayProof(sftp, 'server of its protocol')
  let server: Server
  let way: 'password' | 'keyboard-interactive'
  beforeAll(async () => {
    server = new ssh2.Server({ hostKeys: [ssh2.utils.generateKeyPairSync('ed25519').private] })
    server.on('connection', (client) => {
      client.on('error', () => undefined)
      client.on('authentication', (attempt) => letIn(attempt, way))
      client.on('session', (accept) => {
        accept().on('sftp', (sftpStream) => {
          const files = sftpStream()
          files.on('STAT', (id) => files.attrs(id, folderStats))
        })
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(() => server?.close())

  const check = async (password: string) => {
    const { port } = server.address() as AddressInfo
    const place = { host: '127.0.0.1', port: String(port), username: 'ada', user_dir: '/' }
    const files = sftp.open({ ...place, password }, connectorOutside())
    await files.check().finally(() => files.close())
  }

  test.each(['password', 'keyboard-interactive'] as const)('asked by %s', async (method) => {
    way = method
    await expect(check(wrongWords)).rejects.toMatchObject({ code: 'unauthorised' })
    await check('the right one')
  })
})

function letIn(attempt: AuthContext, way: string): void {
  const judge = (password: string | undefined) =>
    password === 'the right one' ? attempt.accept() : attempt.reject()
  if (attempt.method !== way) attempt.reject([way as 'password'])
  else if (attempt.method === 'password') judge(attempt.password)
  else if (attempt.method === 'keyboard-interactive')
    attempt.prompt([{ prompt: 'Password:', echo: false }], ([password]) => judge(password))
}

describe.skipIf(!hasSshServer)('a real OpenSSH server', () => {
  sayProof(sftp, 'real server')
  let server: SshServer
  let createdSockets: Socket[] = []
  beforeAll(async () => {
    server = await startSshServer()
  })
  afterAll(() => server?.stop())

  const openNetwork = () =>
    connectorOutside({
      connect: ({ host, port }) =>
        new Promise((resolve, reject) => {
          const socket = connectSocket({ host, port })
          createdSockets.push(socket)
          socket.once('connect', () => resolve(socket))
          socket.once('error', reject)
        }),
    })
  const open = (changes: Readonly<Record<string, unknown>> = {}) => {
    createdSockets = []
    return sftp.open({ ...settingsOf(server), ...changes }, openNetwork())
  }
  const refusalOf = (changes: Readonly<Record<string, unknown>>) =>
    open(changes)
      .check()
      .then(
        () => expect.unreachable('It let in.'),
        (error: Error & { code: string }) => error,
      )
  const local = (name: string) => join(server.folder, name)

  test('neither password nor key, and a key that is none, are told by their fields', async () => {
    expect(() => open({ private_key: '' })).toThrow('Password and Private Key are missing')
    expect((await refusalOf({ private_key: 'my key' })).message).toMatch(
      /“Private Key” is not a private key/,
    )
    expect((await refusalOf({ private_key: server.keys.unknown })).code).toBe('unauthorised')
    expect((await refusalOf({ user_dir: '/nowhere' })).message).toContain('Check “User directory”')
    expect(() => open({ host_key_fingerprint: 'abc' })).toThrow(
      'Host Key Fingerprint: must be SHA256: followed by',
    )
  })

  test('a wrong passphrase and a missing one name their field, and the right one opens', async () => {
    const lockedKey = { private_key: server.keys.protected }
    for (const passphraseSettings of [{}, { passphrase: wrongWords }]) {
      const { code, message } = await refusalOf({ ...lockedKey, ...passphraseSettings })
      expect(code).toBe('settings-invalid')
      expect(message).toContain('“Private Key Passphrase”')
      expect(message).not.toContain(wrongWords)
    }
    await open({ ...lockedKey, passphrase }).check()
  })

  test('a key that was pasted into one line is still the key', async () => {
    await open({ private_key: server.keys.plain.replaceAll('\n', ' ') }).check()
  })

  test('a key that would take minutes to open is refused at once', async () => {
    const [head, , ...rest] = server.keys.protected.split('\n')
    const bytes = Buffer.from(server.keys.protected.split('\n').slice(1, -2).join(''), 'base64')
    const options = bytes.indexOf(Buffer.from('bcrypt')) + 'bcrypt'.length
    // The length of the options, that of the salt, the salt of 16 bytes, the rounds.
    bytes.writeUInt32BE(4_000_000_000, options + 4 + 4 + 16)
    const slow = [head, bytes.toString('base64'), rest.at(-2), ''].join('\n')
    const { message } = await refusalOf({ private_key: slow, passphrase })
    expect(message).toMatch(/more than 128 rounds/)
  })

  test('a folder of 10,000 entries comes in pages, whatever their names', async () => {
    await mkdir(local('many'))
    const names = Array.from({ length: 10_000 }, (_, index) => `file ${index}.txt`)
    names.push('two\nlines.txt', '🧾 März.txt', "it's; $(touch x).txt", '-rf.txt')
    await Promise.all(names.map((name) => writeFile(local(`many/${name}`), 'x')))
    const pages: number[] = []
    const seenPaths: string[] = []
    const files = open()
    for await (const page of files.list('many')) {
      pages.push(page.length)
      seenPaths.push(...page.map(({ path }) => path.slice('many/'.length)))
    }

    expect(seenPaths.toSorted()).toEqual(names.toSorted())
    expect(Math.max(...pages)).toBeLessThan(1001)
    expect(String(await read(files, 'many/two\nlines.txt'))).toBe('x')
    await files.close()
  })

  test('a user without the right to write may read, and is told which right is missing', async () => {
    await writeFile(local('kept.txt'), 'kept')
    const files = open({ private_key: server.keys.readOnly })

    expect(String(await read(files, 'kept.txt'))).toBe('kept')
    const writing = files.write('new.txt', (async function* () {})())
    await expect(writing).rejects.toThrow(
      /does not have permission to access this folder or file.*the permissions of the user/,
    )
    await expect(files.remove('kept.txt')).rejects.toMatchObject({ code: 'unauthorised' })
    expect(await files.find('kept.txt')).toMatchObject({ size: 4 })
    await files.close()
  })

  test('a file that grows while it is read is not taken for whole', async () => {
    await writeFile(local('growing.bin'), Buffer.alloc(2_000_000))
    const files = open()
    const { bytes } = await files.open('growing.bin')
    const reading = async () => {
      for await (const _ of bytes) await appendFile(local('growing.bin'), 'more')
    }

    await expect(reading()).rejects.toThrow('changed while it was being read')
    await files.close()
  })

  test('a server that ends the connection in the middle is told, and the next call connects anew', async () => {
    const file = await openLocally(local('large.bin'), 'w')
    await file.truncate(40_000_000)
    await file.close()
    const files = open()
    const { bytes } = await files.open('large.bin')
    const reading = async () => {
      let seenBytes = 0
      for await (const chunk of bytes) {
        if (seenBytes === 0) server.dropConnections()
        seenBytes += chunk.length
      }
    }

    await expect(reading()).rejects.toMatchObject({ code: 'unreachable' })
    expect(await files.find('large.bin')).toMatchObject({ size: 40_000_000 })
    expect(createdSockets).toHaveLength(2)
    await files.close()
  })

  test('many calls share one connection, which whoever closes it idle does not break', async () => {
    const files = open()
    await files.check()
    await Promise.all([files.find('a'), files.find('b'), allOf(files.list(''))])
    expect(createdSockets).toHaveLength(1)

    const closePromise = new Promise((done) => createdSockets[0]?.once('close', done))
    server.dropConnections()
    await closePromise
    expect(await files.find('kept.txt')).toMatchObject({ kind: 'file' })
    expect(createdSockets).toHaveLength(2)
    await files.close()
    expect(createdSockets[1]?.destroyed).toBe(true)
  })

  test('another host key than the one that was written down is refused before anything is sent', async () => {
    const hostKey = { host_key_fingerprint: server.fingerprint }
    await open(hostKey).check()
    await server.changeHostKey()
    const { code, message } = await refusalOf({ ...hostKey, password: wrongWords })

    expect(code).toBe('refused')
    expect(message).toMatch(
      /\(ssh-ed25519 SHA256:[\w+/]{43}\) does not match “Host Key Fingerprint”/,
    )
    expect(message).not.toContain(server.fingerprint)
    await open().check()
  })
})

async function read(files: FileConnector, path: string): Promise<Buffer> {
  const { bytes } = await files.open(path)
  return buffer(bytes as AsyncIterable<Buffer>)
}
