import { expect, test } from 'vitest'
import { readSelectStatement } from './select-statement.ts'

const postgres = { backslashEscapes: 'marked', isMysql: false } as const
const mysql = { backslashEscapes: 'always', isMysql: true } as const

test.each([
  'select 1',
  ' SELECT * from "drop" where name = \'a; delete\' -- done; delete',
  'with x as (select 1) select * from x',
  "select E'it\\'s; drop', $tag$ ; delete $tag$, 'C:\\' /* a /* ; */ b */",
  'select (1)',
  'select updated_at, "update" from t',
])('PostgreSQL is sent %s', (statement) => {
  expect(readSelectStatement(statement, postgres)).toBe(statement)
})

test.each([
  ['', 'The query is empty.'],
  [' -- nothing', 'The query is empty.'],
  ['delete from t', 'does not begin with SELECT or WITH'],
  ['select 1; select 2', 'more than one statement'],
  ["select 'a'; drop table t", 'more than one statement'],
  ["select 'C:\\'; drop table t; --'", 'more than one statement'],
  ['with x as (delete from t returning *) select * from x', 'contains DELETE'],
  ['select * into u from t', 'contains INTO'],
  ["select 'a", "has a ' without its end"],
  ['select $$ a', 'has a $$ without its end'],
  ['select /* /* */', 'has a /* without its end'],
  ['explain analyze select 1', 'does not begin with SELECT'],
])('PostgreSQL is not sent “%s”', (statement, reason) => {
  expect(() => readSelectStatement(statement, postgres)).toThrow(reason)
})

test.each([
  ["select 'it\\'s; delete' # ; drop", undefined],
  ['select `a``;b` from `into`', undefined],
  ["select 1 into outfile '/tmp/x'", 'contains INTO'],
  ['select 1 /*!50000 into outfile "/tmp/x" */', 'a comment that the server would run'],
  ['select 1 /*M!100000 into outfile "/tmp/x" */', 'a comment that the server would run'],
  ["select '\\\\'; drop table t; -- '", 'more than one statement'],
  ["select 1 --1 into outfile '/tmp/x'", 'contains INTO'],
  ["select 1 --\u00a0 into outfile '/tmp/x'", 'contains INTO'],
  ['select 1 -- into outfile', undefined],
  ['select 1 --\tinto outfile', undefined],
  ['select 1 --', undefined],
  ['select "\\" into outfile \'/tmp/x\' -- "', 'a backslash in double quotation marks'],
])('MySQL and MariaDB: %s', (statement, reason) => {
  if (reason === undefined) expect(readSelectStatement(statement, mysql)).toBe(statement)
  else expect(() => readSelectStatement(statement, mysql)).toThrow(reason)
})

test('the semicolon at the end is left out, and a long statement is read in no time', () => {
  expect(readSelectStatement('select 1 ; -- that is all', postgres)).toBe('select 1 ')
  const statement = `select ${'a.b$c$d, '.repeat(10_000)}1`
  expect(readSelectStatement(statement, postgres)).toBe(statement)
})
