import { hasMariadb, type Mariadb, startMariadb } from '@recto/testkit/mariadb-server'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { mariadb } from './mariadb.ts'
import { mysql } from './mysql.ts'

/** Both speak one protocol; the one server that Debian has proves them. */
describe.skipIf(!hasMariadb)('a real MariaDB server', () => {
  let server: Mariadb
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  describe('tells the rights of a user without a change', () => {
    const database = 'recto_rights'
    const password = 'right one'
    const open = (user: string) => {
      const place = { host: '127.0.0.1', port: String(server.port), database, user, password }
      return mariadb.open(place, connectorOutside())
    }
    beforeAll(() => {
      server.run(`create database ${database}; create table ${database}.bills (id int);
        create role writers; grant all on ${database}.* to writers`)
    })

    test.each([
      ['everything in the database', 'all on recto_rights.*', true, true],
      ['everything in databases like it', 'all on `recto\\_r%`.*', true, true],
      ['everything on the server', 'all on *.*', true, true],
      ['only rows', 'select, insert on recto_rights.*', false, false],
      ['one table', 'select, alter on recto_rights.bills', false, true],
      ['another database', 'select on recto_rights.*; grant all on test.*', false, false],
    ])('who may change %s', async (scope, grants, canCreate, canAddColumns) => {
      const user = scope.replaceAll(' ', '_').slice(0, 30)
      const [first, second] = grants.split('; grant ')
      server.run(`create user '${user}'@'localhost' identified by '${password}';
        grant ${first} to '${user}'@'localhost'
        ${second ? `; grant ${second} to '${user}'@'localhost'` : ''}`)
      const connector = open(user)
      const rights = { canCreate, canAddColumns }

      expect(await connector.findRights({ name: 'bills' })).toEqual(rights)
      // The server decides the same when it is really asked.
      const column = { name: user, kind: 'text' } as const
      const addition = connector.addColumns({ name: 'bills' }, [column])
      if (canAddColumns) await addition
      else await expect(addition).rejects.toMatchObject({ code: 'unauthorised' })
      await connector.close()
    })

    test('those of who has them from a role are unknown', async () => {
      server.run(`create user 'member'@'localhost' identified by '${password}';
        grant writers to 'member'@'localhost';
        set default role writers for 'member'@'localhost'`)
      const connector = open('member')

      const rights = { canCreate: null, canAddColumns: null }
      expect(await connector.findRights({ name: 'bills' })).toEqual(rights)
      await connector.addColumns({ name: 'bills' }, [{ name: 'by_member', kind: 'text' }])
      await connector.close()
    })
  })

  describe('sends rows', () => {
    const limits = { waitSeconds: 20, seconds: 60 }
    const open = () => {
      const place = { host: '127.0.0.1', port: String(server.port), database: 'recto_rows' }
      return mariadb.open({ ...place, user: 'rows', password: 'right one' }, connectorOutside())
    }
    beforeAll(() => {
      server.run(`create database recto_rows;
        create table recto_rows.bills (id bigint, sum decimal(30,10), due date, note text);
        create sequence recto_rows.numbers;
        create view recto_rows.writing as select nextval(recto_rows.numbers);
        create user 'rows'@'localhost' identified by 'right one';
        grant all on recto_rows.* to 'rows'@'localhost'; grant file on *.* to 'rows'@'localhost'`)
      server.run(`insert into recto_rows.bills values
        (9007199254740993, 12345678901234567890.5, '2026-01-31', '=1+1'), (2, null, null, 'ü')`)
    })

    test('as the texts that the server writes', async () => {
      expect(await readAll(open(), { table: { name: 'bills' } }, limits)).toEqual({
        names: ['id', 'sum', 'due', 'note'],
        rows: [
          ['9007199254740993', '12345678901234567890.5000000000', '2026-01-31', '=1+1'],
          ['2', null, null, 'ü'],
        ],
      })
      const statement = 'select seq, repeat("x", 100) from seq_1_to_3000'
      expect((await readAll(open(), { statement }, limits)).rows.length).toBe(3000)
      const noRows = await readAll(
        open(),
        { statement: 'select id from bills where false' },
        limits,
      )
      expect(noRows).toEqual({ names: ['id'], rows: [] })
    })

    test('and a reader that has enough of them ends the query', async () => {
      const statement = 'select seq from seq_1_to_1000000000'
      for await (const { rows } of open().readRows?.({ statement }, limits) ?? []) {
        expect(rows[0]).toEqual(['1'])
        break
      }
    })

    test.each([
      ['select nextval(numbers)', /NEXTVAL/],
      ['select * from writing', /READ ONLY transaction/],
      ['select * from nowhere', /nowhere/],
      [
        'select sum(a.seq * b.seq) from seq_1_to_1000000 a, seq_1_to_1000000 b',
        /max_statement_time/,
      ],
    ])('and writes nothing: %s', async (statement, reason) => {
      const query = readAll(open(), { statement }, { ...limits, seconds: 1 })
      await expect(query).rejects.toThrow(reason)
    })
  })

  for (const provider of [mariadb, mysql]) {
    const name = `recto_${provider.name.toLowerCase()}`
    testDatabaseConnector({
      provider,
      by: provider === mariadb ? 'real server' : 'server of its protocol',
      secret: 'very-wrong-password',
      async start() {
        server.run(
          `create database ${name}; create user '${name}'@'localhost' identified by 'right one';
           grant all on ${name}.* to '${name}'@'localhost'`,
        )
        const place = { host: '127.0.0.1', database: name, user: name, password: 'right one' }
        return {
          settings: { ...place, port: String(server.port) },
          outside: connectorOutside(),
          async rowsOf(table) {
            const own = await createConnection({ ...place, port: server.port, timezone: 'Z' })
            const [rows] = await own.query(`select * from \`${table}\``)
            await own.end()
            return rows as Record<string, unknown>[]
          },
          stop: async () => {},
        }
      },
      wrong: (settings) => ({ ...settings, password: 'very-wrong-password' }),
      missing: (settings) => ({ ...settings, database: 'nowhere' }),
      reads: {
        refusedStatements: [
          ["select 1e5into outfile '/tmp/x'", 'a number that is followed by letters'],
          ["select load_file('/etc/passwd')", 'LOAD_FILE'],
        ],
        endless: 'select sum(a.seq * b.seq) from seq_1_to_1000000 a, seq_1_to_1000000 b',
        quote: (name) => `\`${name}\``,
      },
    })
  }
})
