import type pg from 'pg'
import { getErrorCode } from '../../describe-failure.ts'
import { withSingleClient } from '../single-client.ts'
import { databaseName, getSuperuserUrl, ownerRole, type ServerAddress } from './server-address.ts'

/**
 * Creates the product's database and the role that owns it. Earlier versions of the product worked
 * as superuser: what they created is given to the role.
 */
export async function prepareDatabase(address: ServerAddress): Promise<void> {
  await ensureDatabase(getSuperuserUrl(address), databaseName)
  await withSingleClient(getSuperuserUrl(address, databaseName), async (client) => {
    if (address.kind === 'port') await setPassword(client, address.password)
    await transferOwnership(client)
  })
}

/** The product has both roles and one password: what differs is what a statement of its database may do. */
async function setPassword(client: pg.Client, password: string): Promise<void> {
  const role = client.escapeIdentifier(ownerRole)
  await client.query(`alter role ${role} password ${client.escapeLiteral(password)}`)
}

/** Creates a database of the product's role unless it exists; several processes may do so at once. */
export async function ensureDatabase(superuserUrl: string, name: string): Promise<void> {
  await withSingleClient(superuserUrl, async (client) => {
    const role = client.escapeIdentifier(ownerRole)
    await createOnce(client, `create role ${role} login`, {
      text: 'select from pg_roles where rolname = $1',
      values: [ownerRole],
    })
    await createOnce(client, `create database ${client.escapeIdentifier(name)} owner ${role}`, {
      text: 'select from pg_database where datname = $1',
      values: [name],
    })
  })
}

const duplicateDatabase = '42P04'
const duplicateObject = '42710'
const uniqueViolation = '23505'
const duplicateCodes: readonly unknown[] = [duplicateDatabase, duplicateObject, uniqueViolation]

async function createOnce(
  client: pg.Client,
  statement: string,
  existenceQuery: pg.QueryConfig,
): Promise<void> {
  if ((await client.query(existenceQuery)).rowCount) return
  await client.query(statement).catch((error: unknown) => {
    if (!duplicateCodes.includes(getErrorCode(error))) throw error
  })
}

/**
 * Finds what the superuser owns in this database, as beginnings of `alter` statements. Members of an
 * extension stay with the superuser, and the sequence of a column and the type of a row follow
 * their table.
 */
const ownershipQuery = `
  with superuser as (select oid from pg_roles where rolname = current_user),
  own_schema as (
    select oid, nspname, nspowner from pg_namespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  candidate (class, id, owner, kinds_that_follow, subject) as (
    select 'pg_database'::regclass, oid, datdba, '', format('database %I', datname)
      from pg_database where datname = current_database()
    union all
    select 'pg_namespace'::regclass, oid, nspowner, '', format('schema %I', nspname) from own_schema
    union all
    select 'pg_class'::regclass, oid, relowner, case relkind when 'S' then 'ai' else '' end,
      format('table %s', oid::regclass)
      from pg_class where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and relnamespace in (select oid from own_schema)
    union all
    select 'pg_proc'::regclass, oid, proowner, 'i', format('routine %s', oid::regprocedure)
      from pg_proc where pronamespace in (select oid from own_schema)
    union all
    select 'pg_type'::regclass, oid, typowner, 'i', format('type %s', oid::regtype)
      from pg_type where typnamespace in (select oid from own_schema)
  )
  select subject from candidate join superuser on superuser.oid = candidate.owner
  where not exists (
    select from pg_depend
    where classid = class and objid = id
      and (deptype = 'e' or position(deptype::text in kinds_that_follow) > 0)
  )`

async function transferOwnership(client: pg.Client): Promise<void> {
  await client.query('begin')
  const { rows } = await client.query<{ subject: string }>(ownershipQuery)
  const role = client.escapeIdentifier(ownerRole)
  for (const { subject } of rows) await client.query(`alter ${subject} owner to ${role}`)
  await client.query('commit')
}
