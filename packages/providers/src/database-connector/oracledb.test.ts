import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CellValue } from '@recto/provider-spec/database-connector'
import { describe, expect, test } from 'vitest'
import { createConnectorCall } from '../kit/connector/connector-call.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { explainOracle } from '../kit/connector/sql/oracle.ts'
import { oracleDialect } from '../kit/connector/sql/oracle-dialect.ts'
import { readOracleRows } from '../kit/connector/sql/oracle-rows.ts'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll } from '../testing/database-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { oracledb } from './oracledb.ts'

const settings = {
  user: 'ada',
  password: 'very-secret-one',
  dsn: 'db.example:1521/free',
  config_dir: '/opt/OracleCloud/MYDB',
  wallet_location: '/opt/OracleCloud/MYDB',
}

describe('Oracle, up to where a database would answer', () => {
  sayProof(oracledb, 'untested')

  /** A listener that answers whatever it is asked with these bytes. */
  async function listenWith(answer: Buffer | string) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      check: () =>
        oracledb.open({ ...settings, dsn: `127.0.0.1:${port}/free` }, connectorOutside()).check(),
      async [Symbol.asyncDispose]() {
        server.close()
        await once(server, 'close')
      },
    }
  }

  /** A packet by which a listener refuses. */
  function refusalOf(number: number): Buffer {
    const words = Buffer.from(
      `(DESCRIPTION=(ERR=${number})(VSNNUM=0)(ERROR_STACK=(ERROR=(CODE=${number}))))`,
    )
    const head = Buffer.from([0, 0, 0, 0, 4, 0, 0, 0, 34, 0, 0, 0])
    head.writeUInt16BE(head.length + words.length, 0)
    head.writeUInt16BE(words.length, 10)
    return Buffer.concat([head, words])
  }

  test('it goes out by what it was given, and leaves names to it', async () => {
    const requestedAddresses: unknown[] = []
    const refusalError = Object.assign(new Error('blocked'), { code: 'EINNER' })
    const externalNetwork = connectorOutside({
      connect: ({ host, port }) => {
        requestedAddresses.push({ host, port })
        return Promise.reject(refusalError)
      },
    })
    const tcps =
      '(description=(address=(protocol=tcps)(host=a.example)(port=2484))(connect_data=(service_name=x)))'

    await expect(oracledb.open(settings, externalNetwork).check()).rejects.toThrow(
      /\(EINNER\).*Check “DSN”/,
    )
    await expect(
      oracledb.open({ ...settings, dsn: tcps }, externalNetwork).check(),
    ).rejects.toThrow(/EINNER/)
    expect(requestedAddresses).toEqual([
      { host: 'db.example', port: 1521 },
      { host: 'a.example', port: 2484 },
    ])
  })

  test('a service that the listener does not know is told by the field', async () => {
    await using listener = await listenWith(refusalOf(12514))

    await expect(listener.check()).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/Check “DSN”/),
    })
  })

  test('a server that ends the connection, or is another one, is told by the field', async () => {
    await using silent = await listenWith('')
    await using web = await listenWith('HTTP/1.1 400 Bad Request\r\n\r\n<!doctype html>Intern')

    for (const { check } of [silent, web]) {
      const error = await check().catch((thrownError: Error) => thrownError)
      expect(error).toMatchObject({ name: 'ProviderError' })
      expect((error as Error).message).toMatch(/Check “DSN”/)
      expect((error as Error).message).not.toMatch(/Intern|very-secret-one/)
    }
  })

  test('a name is looked up only in a folder that the operator has opened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recto-oracle-'))
    await writeFile(
      join(folder, 'tnsnames.ora'),
      'mydb_high = (description=(address=(protocol=tcp)(host=b.example)(port=1522))(connect_data=(service_name=y)))',
    )
    const requestedAddresses: unknown[] = []
    const networkWith = (folders: readonly string[]) =>
      connectorOutside({
        folders,
        connect: ({ host, port }) => {
          requestedAddresses.push({ host, port })
          return Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))
        },
      })
    const open = (folders: readonly string[]) =>
      oracledb.open({ ...settings, dsn: 'mydb_high', config_dir: folder }, networkWith(folders))

    await expect(open([]).check()).rejects.toThrow(
      /^Connector Directory: The server’s operator has not allowed any folders/,
    )
    await expect(open([folder]).check()).rejects.toThrow(/ECONNREFUSED/)
    expect(requestedAddresses).toEqual([{ host: 'b.example', port: 1522 }])
    await rm(folder, { recursive: true })
  })

  test('settings name neither files nor services by a back door', () => {
    const open = (dsn: string) => oracledb.open({ ...settings, dsn }, connectorOutside())

    for (const dsn of [
      'config-azure://x',
      'tcps://a.example/x?wallet_location=/etc',
      '(description=(address=(https_proxy=10.0.0.1)(host=a)))',
    ])
      expect(() => open(dsn)).toThrow(/^DSN: must name a server/)
  })
})

describe('the SQL of Oracle', () => {
  sayProof(oracledb, 'untested')

  type SqlRequest = { readonly sql: string; readonly values: readonly CellValue[] }

  /** A session that writes down what it is asked. */
  function listen(columns: readonly object[] = [], failureList: readonly object[] = []) {
    const heardRequests: SqlRequest[] = []
    const failures = [...failureList]
    async function answer({ sql, values }: SqlRequest) {
      heardRequests.push({ sql: sql.replace(/\s+/g, ' '), values })
      const failure = sql.startsWith('insert') ? failures.shift() : undefined
      if (failure) throw Object.assign(new Error('failed'), failure)
      return sql.includes('all_tab_columns') ? (columns as Record<string, unknown>[]) : []
    }
    const database = openSql({
      dialect: oracleDialect,
      call: createConnectorCall({
        name: 'OracleDB',
        secrets: new Set(['very-secret-one']),
        hints: undefined,
        translate: explainOracle,
      }),
      connect: async () => ({
        run: answer,
        end: async () => {},
      }),
    })
    return { heard: heardRequests, database, said: () => heardRequests.map(({ sql }) => sql) }
  }

  const id = { NAME: 'ID', TYPE: 'VARCHAR2', NULLABLE: 'NO' }

  test('a table is made with its key, and only where there is none', async () => {
    const { database, said: listStatements } = listen()
    const columns = [
      { name: 'id', kind: 'text' },
      { name: "it's", kind: 'json' },
      { name: 'is_paid', kind: 'truth' },
    ] as const
    await database.createTable({ schema: 'acme', name: 'bills' }, columns, { key: ['id'] })

    expect(listStatements()).toEqual([
      `begin execute immediate 'create table "ACME"."BILLS" ("ID" varchar2(255 char), "it''s" clob, "IS_PAID" number(1,0), primary key ("ID"))'; exception when others then if sqlcode <> -955 then raise; end if; end;`,
    ])
  })

  test('columns are told by what they take', async () => {
    const { database } = listen([
      id,
      { NAME: 'PAGES', TYPE: 'NUMBER(19,0)', NULLABLE: 'YES' },
      { NAME: 'IS_PAID', TYPE: 'NUMBER(1,0)', NULLABLE: 'YES' },
      { NAME: 'TOTAL', TYPE: 'NUMBER', NULLABLE: 'YES' },
      { NAME: 'RATE', TYPE: 'BINARY_DOUBLE', NULLABLE: 'YES' },
      { NAME: 'AT', TYPE: 'TIMESTAMP(3) WITH TIME ZONE', NULLABLE: 'YES' },
      { NAME: 'DATA', TYPE: 'CLOB', NULLABLE: 'YES' },
    ])
    const columns = await database.listColumns({ name: 'bills' })

    expect(columns?.map(({ name, kind }) => [name, kind])).toEqual([
      ['ID', 'text'] as const,
      ['PAGES', 'whole'],
      ['IS_PAID', 'truth'],
      ['TOTAL', 'decimal'],
      ['RATE', 'number'] as const,
      ['AT', 'time'],
      ['DATA', 'text'],
    ])
    expect(columns?.[0]?.isNullable).toBe(false)
  })

  test('rows are replaced in one transaction, also where a long text is the key', async () => {
    const path = { NAME: 'FILE_PATH', TYPE: 'CLOB', NULLABLE: 'YES' }
    const { database, heard: heardRequests } = listen([id, path])
    const rows = [
      { ID: 'a', FILE_PATH: 'in/a.pdf' },
      { ID: 'b', FILE_PATH: null },
    ]
    await database.insert({ name: 'bills' }, rows, { key: ['ID', 'FILE_PATH'] })

    const equalsCondition =
      '"ID" = :1 and to_char(substr("FILE_PATH", 1, 1000)) = substr(:2, 1, 1000)'
    expect(heardRequests.slice(1)).toEqual([
      { sql: `delete from "BILLS" where ${equalsCondition}`, values: ['a', 'in/a.pdf'] },
      { sql: `delete from "BILLS" where ${equalsCondition}`, values: ['b', null] },
      {
        sql: 'insert all into "BILLS" ("ID", "FILE_PATH") values (:1, :2) into "BILLS" ("ID", "FILE_PATH") values (:3, :4) select 1 from dual',
        values: ['a', 'in/a.pdf', 'b', null],
      },
      { sql: 'commit', values: [] },
    ])
  })

  test('a name that cannot be written is refused, and no part of it is run', async () => {
    const { database, heard: heardRequests } = listen()

    await expect(
      database.insert({ name: 'x" (a) values (1) --' }, [{ a: 1 }]),
    ).rejects.toMatchObject({ code: 'refused' })
    expect(heardRequests).toEqual([])
  })

  test('whoever wrote the same row was first; any other refusal takes everything back', async () => {
    const busy = { errorNum: 1, code: 'ORA-00001' }
    const first = listen([id], [busy])
    await first.database.insert({ name: 'bills' }, [{ ID: 'a' }], { key: ['ID'] })
    const bad = { errorNum: 1722, code: 'ORA-01722', message: 'ORA-01722: invalid number\nHelp: x' }
    const second = listen([id], [bad])

    expect(first.said().filter((sql) => /^(rollback|commit)/.test(sql))).toEqual([
      'rollback',
      'commit',
    ])
    await expect(second.database.insert({ name: 'bills' }, [{ ID: 'a' }])).rejects.toMatchObject({
      code: 'refused',
      message: 'OracleDB: ORA-01722: invalid number',
    })
    expect(second.said().at(-1)).toBe('rollback')
  })

  test.each([
    [1017, 'ORA-01017', 'unauthorised'],
    [942, 'ORA-00942', 'not-found'],
    [12516, 'ORA-12516', 'unavailable'],
    [500, 'NJS-500', 'unreachable'],
    [517, 'NJS-517', 'not-found'],
  ])('%s (%s) is %s', (errorNum, code, expected) => {
    const error = Object.assign(new Error(`${code}: no`), { errorNum, code })

    expect(explainOracle(error)?.code).toBe(expected)
    expect(explainOracle(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeUndefined()
  })
})

describe('rows of Oracle', () => {
  sayProof(oracledb, 'untested')

  const oracle = {
    OUT_FORMAT_ARRAY: 4001,
    OUT_FORMAT_OBJECT: 4002,
    STMT_TYPE_SELECT: 1,
    DB_TYPE_VARCHAR: 'text',
  }
  type Row = readonly unknown[]

  /** A session that writes down what it is asked, and has these rows. */
  function openRows(
    columns: readonly (readonly [name: string, dbTypeName: string])[],
    rows: readonly Row[],
    statementType = 1,
  ) {
    const heardRequests: string[] = []
    let index = 0
    const session = {
      callTimeout: 0,
      async execute(sql: string) {
        heardRequests.push(sql)
        const getRows = async (count: number) => {
          index += count
          return rows.slice(index - count, index)
        }
        return { resultSet: { getRows } }
      },
      getStatementInfo: async () => ({
        statementType,
        metaData: columns.map(([name, dbTypeName]) => ({ name, dbTypeName })),
      }),
    }
    const limits = { waitSeconds: 20, seconds: 60 }
    const read = async (statement: string) => {
      const database = openSql({
        dialect: oracleDialect,
        call: createConnectorCall({
          name: 'OracleDB',
          secrets: new Set(),
          hints: undefined,
          translate: explainOracle,
        }),
        connect: async () => ({
          run: async () => [],
          read: (text, one) => readOracleRows(oracle, session, text, one),
          end: async () => {},
        }),
      })
      return readAll(database, { statement }, limits)
    }
    return { read, session, heard: heardRequests }
  }

  test('are read in a transaction that only reads, as exact texts', async () => {
    const longText = { length: 4, getData: async () => 'long' }
    const {
      read,
      heard: heardRequests,
      session,
    } = openRows(
      [
        ['ID', 'NUMBER'],
        ['NAME', 'CLOB'],
        ['DUE', 'DATE'],
        ['AT', 'TIMESTAMP'],
        ['SEEN', 'TIMESTAMP WITH TIME ZONE'],
        ['KEY', 'RAW'],
      ],
      [
        [
          '9007199254740993.0000000001',
          longText,
          new Date(2026, 0, 31),
          new Date(2026, 0, 31, 10, 11, 12, 130),
          new Date('2026-01-31T10:11:12.000Z'),
          Buffer.from([1, 255]),
        ],
        [null, null, null, null, null, null],
      ],
    )

    expect((await read('select * from bills;')).rows).toEqual([
      [
        '9007199254740993.0000000001',
        'long',
        '2026-01-31',
        '2026-01-31T10:11:12.130',
        '2026-01-31T10:11:12.000Z',
        '0x01ff',
      ],
      [null, null, null, null, null, null],
    ])
    expect(heardRequests).toEqual(['set transaction read only', 'select * from bills'])
    expect(session.callTimeout).toBeGreaterThan(0)
  })

  test('are fetched in pages', async () => {
    const rows = Array.from({ length: 450 }, (_, n) => [String(n)])
    const { read } = openRows([['N', 'NUMBER']], rows)

    expect((await read('select n from numbers')).rows).toEqual(rows)
  })

  test.each([
    [
      'what the database does not take for a SELECT',
      openRows([['A', 'NUMBER']], [], 6),
      'does not only select',
    ],
    ['a type without a text', openRows([['A', 'JSON']], []), 'has the type JSON'],
    [
      'a text that would fill the memory',
      openRows([['A', 'CLOB']], [[{ length: 1e9, getData: async () => '' }]]),
      'more than 100000 characters',
    ],
  ])('are refused: %s', async (_, { read }, reason) => {
    await expect(read('select a from b')).rejects.toThrow(reason)
  })

  test('are not asked for by what does more than read', async () => {
    const { read, heard: heardRequests } = openRows([['A', 'NUMBER']], [])
    for (const statement of [
      'select * from bills for update',
      "select utl_http.request('http://10.0.0.1/') from dual",
      'begin null; end;',
      'with function f return number is begin return 1; end; select f from dual',
    ]) {
      await expect(read(statement)).rejects.toMatchObject({ code: 'refused' })
    }
    expect(heardRequests).toEqual([])
  })

  test('that do not arrive are given up', () => {
    const error = Object.assign(new Error('NJS-123: call timeout of 50 ms exceeded'), {
      code: 'NJS-123',
    })
    expect(explainOracle(error)?.code).toBe('timed-out')
  })
})
