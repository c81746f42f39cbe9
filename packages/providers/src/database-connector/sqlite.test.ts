import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { assertFilesAreLimited } from '../kit/connector/sql/sqlite-rows.ts'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { sqlite } from './sqlite.ts'

async function startFile() {
  const folder = await mkdtemp(join(tmpdir(), 'recto-sqlite-'))
  await mkdir(join(folder, 'open'))
  const path = join(folder, 'open', 'bills.db')
  const own = new DatabaseSync(path)
  own.exec('create table plain (a text, b integer)')
  const folders = [join(folder, 'open')]
  return {
    folder,
    own,
    settings: { path },
    outside: connectorOutside({ folders }),
    open: (path: string, folderList = folders) =>
      sqlite.open({ path: path }, connectorOutside({ folders: folderList })),
    rowsOf: async (table: string) => own.prepare(`select * from "${table}"`).all(),
    async stop() {
      own.close()
      await rm(folder, { recursive: true })
    },
  }
}

testDatabaseConnector({
  provider: sqlite,
  by: 'real server',
  secret: 'nothing is secret',
  keepsTypes: false,
  start: startFile,
  missing: ({ path }) => ({ path: `${path}.not` }),
  reads: {
    refusedStatements: [
      ["attach 'other.db' as other", 'does not begin with SELECT'],
      ["select load_extension('other.so')", 'LOAD_EXTENSION'],
      ["select * from pragma_table_info('plain')", 'PRAGMA_TABLE_INFO'],
      ['select * from pragma_table_list', 'not authorized'],
      // What it sorts would fill the disk.
      [
        'with recursive c(x) as (select 1 union all select x + 1 from c) select hex(zeroblob(400000)) || x as v from c order by v',
        'disk I/O error',
      ],
      ["select printf('%.*c', 300000000, 'x')", 'too big'],
    ],
    endless: 'with recursive n(a) as (select 1 union all select a + 1 from n) select sum(a) from n',
    quote: (name) => `"${name}"`,
    isExact: false,
  },
})

sayProof(sqlite, 'real server')

test('whole numbers are read with all their digits, and other values as they are', async () => {
  const { open, stop, settings } = await startFile()
  const statement = "select 9007199254740993 as n, 0.1 as r, x'01ff' as b, 'ü' as t, null as e"
  const { rows } = await readAll(
    open(settings.path),
    { statement },
    { waitSeconds: 20, seconds: 60 },
  )

  expect(rows).toEqual([['9007199254740993', '0.1', '0x01ff', 'ü', null]])
  await stop()
})

test('nothing is reached but what lies in a folder that the operator has opened', async () => {
  const { folder, open, stop, settings } = await startFile()
  const externalPath = join(folder, 'outside.db')
  new DatabaseSync(externalPath).close()
  await symlink(externalPath, join(folder, 'open', 'link.db'))

  await expect(open(externalPath).check()).rejects.toThrow(/Path: .*RECTO_CONNECTOR_FOLDERS/)
  await expect(open(join(folder, 'open', 'link.db')).check()).rejects.toThrow(/RECTO_CONNECTOR/)
  await expect(open(settings.path, []).check()).rejects.toThrow(/has not allowed any folders/)
  await expect(open(join(folder, 'open')).check()).rejects.toThrow(/does not exist\. Check “Path”/)
  await stop()
})

test('another file is said to be none, and one that is being written to is waited for no longer than it takes', async () => {
  const { folder, open, stop, own, settings } = await startFile()
  const otherPath = join(folder, 'open', 'other.txt')
  await writeFile(otherPath, 'Dear Ada, '.repeat(500))
  own.exec('begin immediate')

  await expect(open(otherPath).check()).rejects.toThrow('The file is not a SQLite database.')
  const insertPromise = open(settings.path).insert({ name: 'plain' }, [{ a: 'x', b: 1 }])
  await expect(insertPromise).rejects.toMatchObject({ code: 'unavailable' })
  own.exec('rollback')
  await stop()
})

test('of rows that do not all fit, none is added', async () => {
  const { open, stop, settings, rowsOf } = await startFile()
  const database = open(settings.path)
  const columns = [{ name: 'n', kind: 'whole' }] as const
  await database.createTable({ name: 'keyed' }, columns, { key: ['n'] })
  const rows = Array.from({ length: 1500 }, (_, n) => ({ n }))

  await expect(database.insert({ name: 'keyed' }, [...rows, { n: 0 }])).rejects.toThrow(/UNIQUE/)
  expect(await rowsOf('keyed')).toEqual([])
  await stop()
})

test('on Windows, where files of a process have no limit, rows are refused with another way', () => {
  expect(() => assertFilesAreLimited('win32')).toThrow(/cannot be read on Windows\. Copy/)
  expect(() => assertFilesAreLimited('linux')).not.toThrow()
})
