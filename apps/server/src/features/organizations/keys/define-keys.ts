import { randomUUID } from 'node:crypto'
import { invalid, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { FieldChanges, NewFields } from '../../../platform/db/fields.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { type Doer, recordChange } from '../audit/record-change.ts'
import {
  createKeyRows,
  type KeyRowsDefinition,
  type KeyTable,
  type KeyTableRow,
} from './key-rows.store.ts'

/** Creates a random key: its hash, by which it is found, and its encrypted form, for those who manage it. */
export function createSecret({ vault }: Pick<Context, 'vault'>) {
  const key = randomUUID()
  return { key, keyHash: hashApiKey(key), sealedKey: vault.seal(key) }
}

/** Returns the columns of a new key in a table whose lists show the last characters only. */
export function createShortenedSecret(ctx: Pick<Context, 'vault'>) {
  const { key, ...columns } = createSecret(ctx)
  return { ...columns, lastFour: key.slice(-4) }
}

type KeyKind<Table extends KeyTable> = KeyRowsDefinition<Table> & {
  /** The audit log calls such a key so. */
  readonly subject: string
  /** Noun of the refusal for a key that does not exist. */
  readonly noun: string
  nameOf(row: KeyTableRow<Table>): string
  /** Values of a key for the audit log. */
  toAuditValues(row: KeyTableRow<Table>): object
}

/**
 * One kind of keys: how they are stored, and what the audit log says of a change. The functions that
 * change something must be called in a transaction.
 */
export function defineKeys<Table extends KeyTable>(kind: KeyKind<Table>) {
  const rows = createKeyRows(kind)
  const { subject, noun, nameOf, toAuditValues } = kind
  type Row = KeyTableRow<Table>

  const record = (tenant: Tenant, doer: Doer, key: Row, { done, ...values }: KeyAuditEntry) => {
    const { id } = key as unknown as { readonly id: string }
    return recordChange(tenant, doer, {
      action: `${subject}.${done}`,
      subject: { type: subject, id, name: nameOf(key) },
      ...values,
    })
  }

  /** Throws 404 for a key that the organization does not have. */
  async function get(tenant: Tenant, id: string): Promise<Row> {
    const key = await rows.find(tenant, id)
    if (!key) throw notFound(noun)
    return key
  }

  /** Throws a field error if the name is taken. */
  async function insert(tenant: Tenant, fields: NewFields<Table>): Promise<Row> {
    const key = await rows.insert(tenant, fields)
    if (key) return key
    const { name } = fields as { readonly name?: string }
    throw invalid('name', `A key named “${name}” already exists.`, 'unique')
  }

  return {
    rows,
    get,
    /** Stores a key that is a part of something else, for which there is an audit entry already. */
    insert,

    /** `otherValues` are those that the audit log needs and that are stored elsewhere. */
    async add(
      tenant: Tenant,
      doer: Doer,
      fields: NewFields<Table>,
      otherValues = {},
    ): Promise<Row> {
      const key = await insert(tenant, fields)
      const newValues = { ...toAuditValues(key), ...otherValues }
      await record(tenant, doer, key, { done: 'created', after: newValues })
      return key
    },

    async change(
      tenant: Tenant,
      doer: Doer,
      { id, changes, otherValues }: KeyChange<FieldChanges<Table>>,
    ): Promise<Row> {
      const oldKey = await get(tenant, id)
      const key = (await rows.update(tenant, id, changes)) ?? oldKey
      const newValues = { ...toAuditValues(key), ...otherValues }
      const values = { before: toAuditValues(oldKey), after: newValues }
      await record(tenant, doer, key, { done: 'changed', ...values })
      return key
    },

    /** Replaces the secret: the previous one stops working immediately. */
    async rotate(
      tenant: Tenant,
      doer: Doer,
      { id, secret }: { readonly id: string; readonly secret: FieldChanges<Table> },
    ): Promise<Row> {
      const oldKey = await get(tenant, id)
      const key = (await rows.update(tenant, id, secret)) ?? oldKey
      await record(tenant, doer, key, { done: 'rotated' })
      return key
    },

    async remove(tenant: Tenant, doer: Doer, id: string): Promise<void> {
      const key = await get(tenant, id)
      await record(tenant, doer, key, { done: 'deleted', before: toAuditValues(key) })
      await rows.delete(tenant, id)
    },
  }
}

type KeyAuditEntry = {
  readonly done: string
  readonly before?: object
  readonly after?: object
}

type KeyChange<Changes> = {
  readonly id: string
  readonly changes: Changes
  /** Values that the audit log needs and that are stored elsewhere. */
  readonly otherValues?: object
}
