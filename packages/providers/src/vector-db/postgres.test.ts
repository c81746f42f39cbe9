import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { omitUndefined } from '@recto/omit-undefined'
import type { ProviderNetwork } from '@recto/provider-spec/provider'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startEncryptedPostgres } from '../testing/encrypted-postgres.ts'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { postgres } from './postgres.ts'
import { supabase } from './supabase.ts'

/** The server of the tests, which listens in a folder; here in a database of its own. */
const url = new URL(inject('postgresUrl'))
const folder = url.searchParams.get('host') ?? ''
const database = `vectors_${randomBytes(6).toString('hex')}`
const settings = {
  adapter_name: 'Mine',
  database,
  host: 'db.example',
  port: '5432',
  user: decodeURIComponent(url.username),
  password: decodeURIComponent(url.password) || 'none',
  enable_ssl: false,
}

const openedUrls: string[] = []
const externalNetwork: ProviderNetwork = {
  ...outsideOn(),
  async connect({ host, port, signal }) {
    openedUrls.push(`${host}:${port}`)
    const path = `${folder}/.s.PGSQL.${port}`
    const socket = connect(omitUndefined({ path, signal }))
    await once(socket, 'connect')
    return socket
  },
}

const admin = new pg.Client({ connectionString: url.href })
beforeAll(async () => {
  await admin.connect()
  await admin.query(`create database ${database}`)
})
afterAll(async () => {
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
})

const open = (changes: object = {}) => postgres.open({ ...settings, ...changes }, externalNetwork)

describe('Postgres', () => {
  sayProof(postgres, 'real server')

  test.each([
    [{ database: 'nowhere' }, 'not-found', /3D000/],
    [{ user: 'nobody_at_all' }, 'unauthorised', /28/],
    [{ port: 1 }, 'unreachable', /ENOENT/],
    [{ enable_ssl: true }, 'refused', /does not support SSL/],
  ])('%o is told of, without the password', async (changes, code, message) => {
    const check = postgres.check(
      { ...settings, password: 'swordfish', ...changes },
      externalNetwork,
    )

    await expect(check).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    await expect(check).rejects.not.toThrow(/swordfish/)
  })

  test.each([[{ port: 70_000 }], [{ port: 'many' }], [{ host: '' }]])(
    'settings such as %o are refused by name, before any connection',
    (changes) => {
      const initialOpenCount = openedUrls.length

      expect(() => open(changes)).toThrow(/^(Port|Host)/)
      expect(openedUrls.length).toBe(initialOpenCount)
    },
  )

  test('what was never put is not found, and is forgotten all the same', async () => {
    expect(await open().search('nothing', [0, 1], 3)).toEqual([])
    await open().remove('nothing')
  })

  test('the nearest are found, best first, and only those of the collection', async () => {
    const db = open()
    await Promise.all([
      db.put('letters', [
        { id: '000000', vector: [1, 0, 0], text: 'Dear Ada' },
        { id: '000001', vector: [0.8, 0.6, 0], text: 'Yours, “Ben”\n☕' },
        { id: '000002', vector: [0, 0, 1], text: 'P.S.' },
      ]),
      db.put('bills', [{ id: '000000', vector: [1, 0, 0], text: 'Amount due' }]),
    ])

    expect(await open().search('letters', [1, 0, 0], 2)).toEqual([
      { id: '000000', text: 'Dear Ada', score: expect.closeTo(1, 5) },
      { id: '000001', text: 'Yours, “Ben”\n☕', score: expect.closeTo(0.8, 5) },
    ])
  })

  test('what is put again replaces what was there; what is forgotten is gone', async () => {
    const db = open()
    const items = Array.from({ length: 250 }, (_, place) => ({
      id: String(place).padStart(6, '0'),
      vector: [place, 1],
      text: `Line ${place}`,
    }))
    await db.put('book', items)
    await db.put('book', items)
    expect(await db.search('book', [249, 1], 500)).toHaveLength(250)

    await db.remove('book')

    expect(await db.search('book', [249, 1], 500)).toEqual([])
    expect(await db.search('bills', [1, 0, 0], 1)).toHaveLength(1)
  })

  test('a connection test passes, by the connection that it was given', async () => {
    const initialOpenCount = openedUrls.length

    await postgres.check(settings, externalNetwork)

    expect(openedUrls.slice(initialOpenCount)).toEqual(['db.example:5432'])
  })
})

describe('Supabase', () => {
  sayProof(supabase, 'real server')

  test('is never spoken to without encryption', async () => {
    await expect(supabase.check(settings, externalNetwork)).rejects.toThrow(/does not support SSL/)
  })

  test.each([supabase, postgres])(
    'keeps and finds chunks over an encrypted connection',
    async (provider) => {
      await using server = await startEncryptedPostgres(`${folder}/.s.PGSQL.5432`)
      const encryptedNetwork: ProviderNetwork = {
        ...outsideOn(),
        async connect({ signal }) {
          const socket = connect({
            host: '127.0.0.1',
            port: server.port,
            ...omitUndefined({ signal }),
          })
          await once(socket, 'connect')
          return socket
        },
      }
      const db = provider.open({ ...settings, enable_ssl: true }, encryptedNetwork)

      await db.put('sealed', [{ id: '000000', vector: [1, 2], text: 'Dear Ada' }])

      expect(await db.search('sealed', [1, 2], 1)).toMatchObject([{ text: 'Dear Ada' }])
    },
  )
})
