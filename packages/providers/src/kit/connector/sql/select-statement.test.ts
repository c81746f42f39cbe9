import { expect, test } from 'vitest'
import { readSelectStatement } from './select-statement.ts'
import {
  bigqueryRules,
  mssqlRules,
  mysqlRules,
  oracleRules,
  postgresRules,
  redshiftRules,
  type StatementRules,
  snowflakeRules,
  sqliteRules,
} from './statement-rules.ts'

const postgres = postgresRules
const mysql = mysqlRules

test.each([
  'select 1',
  ' SELECT * from "drop" where name = \'a; delete\' -- done; delete',
  'with x as (select 1) select * from x',
  "select 'it''s; drop', 'C:\\x' /* a /* ; */ b */",
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
  ["select 'C:\\'; drop table t; --'", 'a backslash before a quotation mark'],
  ['with x as (delete from t returning *) select * from x', 'contains DELETE'],
  ['select * into u from t', 'contains INTO'],
  ["select 'a", "has a ' without its end"],
  ['select $$ a', 'a text in $$'],
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
  ["select 1 --\u00a0 into outfile '/tmp/x'", 'outside of quotation marks'],
  ['select 1 -- into outfile', undefined],
  ['select 1 --\tinto outfile', undefined],
  ['select 1 --', undefined],
  ['select "\\" into outfile \'/tmp/x\' -- "', 'a backslash in double quotation marks'],
  ["select 1e5into outfile '/tmp/x'", 'a number that is followed by letters'],
  ["select load_file('/etc/passwd')", 'LOAD_FILE, which does more than read'],
])('MySQL and MariaDB: %s', (statement, reason) => {
  if (reason === undefined) expect(readSelectStatement(statement, mysql)).toBe(statement)
  else expect(() => readSelectStatement(statement, mysql)).toThrow(reason)
})

test('the semicolon at the end is left out, and a long statement is read in no time', () => {
  expect(readSelectStatement('select 1 ; -- that is all', postgres)).toBe('select 1 ')
  const statement = `select ${'a.b$c$d, '.repeat(10_000)}1`
  expect(readSelectStatement(statement, postgres)).toBe(statement)
})

const rulesOf: Readonly<Record<string, StatementRules>> = {
  postgres: postgresRules,
  redshift: redshiftRules,
  mssql: mssqlRules,
  oracle: oracleRules,
  mysql: mysqlRules,
  sqlite: sqliteRules,
  snowflake: snowflakeRules,
  bigquery: bigqueryRules,
}

/** What a person with the right to set a source may try. */
test.each([
  ['postgres', 'select 1e5into t', 'followed by letters'],
  ['postgres', "select date'\\'; drop table t -- '", 'a backslash before a quotation mark'],
  ['postgres', "select '\\', pg_read_file('x') --'", 'a backslash before a quotation mark'],
  ['postgres', "select pg_terminate_backend(1), 'x'", 'PG_TERMINATE_BACKEND'],
  ['postgres', "select * from dblink_exec('x', 'drop table t')", 'DBLINK_EXEC'],
  ['postgres', 'select "pg_read_file"(\'/etc/passwd\')', 'PG_READ_FILE'],
  ['postgres', "select E'a'\n'\\'', length(pg_read_file('/etc/passwd')) --'", "E'…'"],
  ['postgres', "select $☃$ ' $☃$ , pg_read_file('/etc/passwd') --'", 'a text in $$'],
  ['postgres', "select 1 as ☃$$, pg_read_file('x'), 2 as ☃$$", 'the character “☃” outside'],
  [
    'postgres',
    `select $${'a'.repeat(100)}$ ' $${'a'.repeat(100)}$, pg_read_file('x') --'`,
    'in $$',
  ],
  ['postgres', 'select U&"pg_read\\005ffile"(\'/etc/hostname\')', 'calls PG_READ\\005FFILE'],
  [
    'postgres',
    "select query_to_xml('select lo_export(1, ''/tmp/x'')', true, true, '')",
    'QUERY_TO_XML',
  ],
  ['postgres', "select * from ts_stat('select 1')", 'calls TS_STAT'],
  ['postgres', "select * from pg_logical_slot_get_changes('s', null, null)", 'PG_LOGICAL_SLOT'],
  ['postgres', 'select pg_sleep (600)', 'calls PG_SLEEP'],
  ['postgres', 'select pg_sleep/* */(600)', 'calls PG_SLEEP'],
  ['postgres', 'select own.lower(a) from t', 'calls LOWER'],
  ['postgres', "select nextval('numbers')", 'calls NEXTVAL'],
  ['redshift', "select $☃$ ' $☃$ , pg_read_file('/etc/passwd') --'", 'a text in $$'],
  ['mysql', 'select "load_file"(\'/etc/passwd\')', 'a text before a parenthesis'],
  ['mysql', 'select /*+ MAX_EXECUTION_TIME(4000000000) */ 1', 'has a hint'],
  ['mysql', 'select * from t lock in share mode', 'contains LOCK IN'],
  ['mysql', "select sleep(600), benchmark(1e9, sha('x'))", 'calls SLEEP'],
  ['oracle', "select to_clob(bfilename('D', 'passwd')) from dual", 'BFILENAME'],
  ['oracle', 'select s."NEXTVAL" from dual', 'NEXTVAL, which does more'],
  ['oracle', "select xmltype('<x/>').getclobval() from dual", 'calls XMLTYPE'],
  ['snowflake', "select identifier('SYSTEM$CANCEL_ALL_QUERIES')(1)", 'IDENTIFIER, which does'],
  ['snowflake', 'select * from table(getnextval(s))', 'GETNEXTVAL, which does'],
  ['bigquery', "select * from `external\\x5fquery`('c', 'delete from t')", 'calls EXTERNAL'],
  ['mssql', 'select * from other.db.dbo.t', 'a name of four parts'],
  [
    'mssql',
    "select * from sys.[\uff46n_get_audit_file_v2]('x', 1, 1)",
    'calls FN_GET_AUDIT_FILE_V2',
  ],
  ['mssql', 'select dbo.own(1)', 'calls OWN'],
  ['postgres', 'select 1 -- a\r into t', 'unclear end of a line'],
  ['postgres', 'select 1\u200b into t', 'cannot be seen'],
  ['redshift', "select 'a' ; drop table t; --'", 'more than one statement'],
  ['redshift', "select 'a\\'', ' from t", 'a backslash before a quotation mark'],
  ['redshift', 'select $$ ; drop table t; $$', 'a text in $$'],
  ['postgres', 'select 1\u{e0001} into t', 'cannot be seen'],
  ['mssql', 'select * into t from u', 'contains INTO'],
  ['mssql', "select * from sys.fn_get_audit_file('\\\\x\\y', 1, 1)", 'FN_GET_AUDIT_FILE'],
  ['mssql', "select * from sys.dm_os_file_exists('\\\\x\\y')", 'DM_OS_FILE_EXISTS'],
  ['mssql', "select 1 exec xp_cmdshell 'dir'", 'contains EXEC'],
  ['mssql', "select 1\nEXECUTE('drop table t')", 'contains EXECUTE'],
  ['mssql', 'select 1 drop table t', 'contains DROP'],
  ['mssql', 'select 1 commit drop table t', 'contains COMMIT'],
  ['mssql', 'select 0xupdate t set a = 1', 'followed by letters'],
  ['mssql', "select 1eexec xp_cmdshell 'dir'", 'followed by letters'],
  ['mssql', 'select 1 \uff45\uff58\uff45\uff43 x', 'contains EXEC'],
  ['mssql', 'select [a]]] exec x from t', 'contains EXEC'],
  ['mssql', "select * from openrowset('SQLNCLI', 'x', 'delete from t')", 'OPENROWSET'],
  ['mssql', "select * from OpenQuery(other, 'delete from t')", 'OPENQUERY'],
  ['mssql', 'select * from t with (tablockx, holdlock)', 'contains TABLOCKX'],
  ['mssql', 'select * from t option (maxdop 64)', 'contains OPTION'],
  ['mssql', 'select next value for numbers', 'contains NEXT VALUE'],
  ['mssql', "select 1 waitfor delay '01:00'", 'contains WAITFOR'],
  ['mssql', 'select 1 /* /* */ exec x */', 'a comment in a comment'],
  ['mssql', 'declare @x int select @x', 'does not begin with SELECT'],
  ['oracle', 'with function f return int is begin return 1; end; select f', 'more than one'],
  ['oracle', 'with function f return number select f from dual', 'contains FUNCTION'],
  ['oracle', 'select * from t for update', 'contains UPDATE'],
  ['oracle', "select utl_http.request('http://10.0.0.1/') from dual", 'UTL_HTTP'],
  ['oracle', "select sys.dbms_xmlgen.getxml('x') from dual", 'DBMS_XMLGEN'],
  ['oracle', 'select "DBMS_XMLGEN".getxml(\'x\') from dual', 'DBMS_XMLGEN'],
  ['oracle', "select httpuritype('http://10.0.0.1/').getclob() from dual", 'HTTPURITYPE'],
  ['oracle', 'select numbers.nextval from dual', 'contains NEXTVAL'],
  ['oracle', "select q'[ ' ]' from dual", "a text such as q'"],
  ['oracle', "select * from external ((a number) location ('x'))", 'EXTERNAL'],
  ['oracle', 'begin delete_all end', 'does not begin with SELECT'],
  ['sqlite', "select load_extension('x')", 'LOAD_EXTENSION'],
  ['sqlite', "attach 'x' as y", 'does not begin with SELECT'],
  ['sqlite', "select 1; attach 'x' as y", 'more than one statement'],
  ['snowflake', 'select system$cancel_all_queries(1)', 'SYSTEM$CANCEL_ALL_QUERIES'],
  ['snowflake', 'select "SYSTEM$ABORT_SESSION"(1)', 'SYSTEM$ABORT_SESSION'],
  ['snowflake', 'select 1; drop table t', 'more than one statement'],
  ['snowflake', "select 1 // '\n; drop table t --'", 'more than one statement'],
  ['snowflake', 'select $$ a', 'a $$ without its end'],
  ['snowflake', 'select 1 ->> create table t (a int)', 'begins another statement'],
  ['snowflake', 'with p as procedure () returns int select 1', 'contains PROCEDURE'],
  ['snowflake', 'select numbers.nextval', 'contains NEXTVAL'],
  ['snowflake', 'call p()', 'does not begin with SELECT'],
  ['bigquery', "export data options (uri = 'gs://x/*') as select 1", 'does not begin with SELECT'],
  ['bigquery', 'declare x int64; select x', 'more than one statement'],
  ['bigquery', "select 'a''''b' ; drop table t --'", "a ''' without its end"],
  ['bigquery', "select * from external_query('x', 'delete from t')", 'EXTERNAL_QUERY'],
  ['bigquery', 'select * from t |> create table u', 'contains CREATE'],
  ['bigquery', "select 1 # '\n; drop table t --'", 'more than one statement'],
])('%s is not sent “%s”', (service, statement, reason) => {
  const rules = rulesOf[service] ?? postgresRules
  expect(() => readSelectStatement(statement, rules)).toThrow(reason)
})

test.each([
  ['postgres', 'select 1.5e3, 0xff, $1, t.a1 from t -- a\r\n'],
  ['redshift', "select 'a\\b' from t"],
  ['postgres', 'select t.call, t.update, into_account, "update" from t where t.id in (1, 2)'],
  ['postgres', "select coalesce(a, 'x'), count(*) filter (where b) over (partition by c) from t"],
  [
    'postgres',
    'with recursive x (a) as (select 1 union all (select a + 1 from x)) select * from x',
  ],
  [
    'postgres',
    "select a::numeric(10, 2), date '2026-01-01', extract(year from b) from t as u (a, b)",
  ],
  [
    'postgres',
    "select d ->> 'a', string_agg(e, ', ' order by e) from t join (select 1) as f on (true)",
  ],
  ['mysql', "select truncate(price, 2), insert('abc', 1, 1, 'x') from `2020_sales`"],
  ['mysql', 'select a from 2020_sales where b between (1) and (2) limit 5'],
  ['mssql', 'with a as (select 1 as b) select top (5) b from a option (maxrecursion 0)'],
  ['mssql', "select convert(varchar(10), d, 23), isnull([a], N'x') from dbo.t with (nolock)"],
  [
    'oracle',
    "select to_char(d, 'YYYY-MM-DD'), nvl(a, 0), listagg(b, ',') within group (order by b) from t",
  ],
  [
    'snowflake',
    "select parse_json(a):b::varchar(10), iff(c > 1, 'x', 'y') from t qualify row_number() over (order by d) = 1",
  ],
  ['bigquery', 'select safe_cast(a as int64), unnest(b) from acme-prod-1.d.t'],
  [
    'mssql',
    'select \'C:\\\', [drop], "exec" from [a]]b] order by 1 offset 5 rows fetch next 5 rows only',
  ],
  ['mssql', 'with a as (select top 5 * from t with (nolock)) select * from a'],
  ['oracle', "select /*+ full(t) */ 'it''s', q from t"],
  ['sqlite', 'select [a] from "t" where b = \'into\''],
  ['snowflake', "select 'a\\' ; drop table t', $1, $$ ; call x $$ from @stage"],
  [
    'bigquery',
    "select '''a' ; drop table t; --''', `drop`, r\"\\\"\", repeat('x', 3) from `a-1.b.c`",
  ],
])('%s is sent “%s”', (service, statement) => {
  expect(readSelectStatement(statement, rulesOf[service] ?? postgresRules)).toBe(statement)
})
