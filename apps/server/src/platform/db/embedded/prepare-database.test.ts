import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSuperuser, onDatabase } from '../../../testing/start-postgres.ts'
import { migrate } from '../../migrate.ts'
import { makeTempFolder, openLog, query } from './__fixtures__/child-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'

let folder: string
let server: EmbeddedPostgres

const start = () =>
  startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    log: openLog(),
    settings: { fsync: 'off' },
  })

beforeAll(async () => {
  folder = await makeTempFolder()
  server = await start()
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const rightsQuery = `
  select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
    pg_has_role('pg_read_server_files', 'usage') as reads_files,
    pg_has_role('pg_execute_server_program', 'usage') as runs_programs
  from pg_roles where rolname = current_user`

test('the product owns its database, and can neither read files nor run programs', async () => {
  const [rights] = await query(server.url, rightsQuery)
  const refusedStatements = [
    "select pg_read_file('/etc/hostname')",
    "create table output (line text); copy output from program 'id'",
    "alter system set log_min_messages = 'debug5'",
    'create role other superuser login',
    'create extension dblink',
    'alter role current_user superuser',
  ]

  expect(Object.values(rights as object)).toEqual(Array.from({ length: 7 }, () => false))
  for (const statement of refusedStatements)
    await expect(query(server.url, statement), statement).rejects.toMatchObject({ code: '42501' })
  expect(await query(server.url, 'create table mine (id int)')).toEqual([])
})

/** Finds what the superuser owns in the schemas of the product, members of extensions apart. */
const leftoverQuery = `
  select c.relname as name from pg_class c join pg_roles r on r.oid = c.relowner
    where r.rolsuper and c.relnamespace::regnamespace::text in ('public', 'note"s')
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
  union all
  select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
    where r.rolsuper and p.pronamespace::regnamespace::text = 'public'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select t.typname from pg_type t join pg_roles r on r.oid = t.typowner
    where r.rolsuper and t.typnamespace::regnamespace::text = 'public'
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
  union all
  select n.nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner
    where r.rolsuper and n.nspname = 'note"s'`

test('a database of a version that worked as superuser is given to the product with all it has', async () => {
  const superuser = asSuperuser(server.url)
  const maintenance = onDatabase(superuser, 'postgres')
  for (const statement of ['drop database recto', 'drop role recto', 'create database recto'])
    await query(maintenance, statement)
  await migrate(superuser)
  await query(
    superuser,
    `create extension if not exists pg_trgm;
     create type mood as enum ('calm'); create domain short as text;
     create schema "note""s"; create table "note""s".note (id serial, author text, mood mood);
     create table part (day date) partition by range (day);
     create table part_of_may partition of part for values from ('2026-05-01') to ('2026-06-01');
     insert into "note""s".note (author) values ('Maria')`,
  )
  await server.stop()

  server = await start()
  await migrate(server.url)

  expect(await query(server.url, leftoverQuery)).toEqual([])
  expect(await query(server.url, `select author from "note""s".note`)).toEqual([
    { author: 'Maria' },
  ])
  const changes = [
    `alter table "note""s".note add column text text`,
    "alter type mood add value 'glad'",
    'drop table part',
    'drop type short',
    'alter table organization add column other text',
    'alter table work_item add column other text',
    'create or replace function leave_organization() returns trigger language plpgsql as $$ begin return null; end $$',
    'create schema more',
    "select count(*) from organization where similarity(name, 'x') > 0",
  ]
  for (const statement of changes)
    expect(await query(server.url, statement), statement).toBeDefined()
  const [rights] = await query(server.url, rightsQuery)
  expect(Object.values(rights as object)).not.toContain(true)
})
