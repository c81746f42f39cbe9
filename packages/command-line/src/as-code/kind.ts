import type { Platform } from '@recto/client/platform'
import type { z } from 'zod'

export type Values = { readonly [field: string]: unknown }

/** A reference of an object to another one, by name. */
export type ObjectReference = {
  readonly kind: string
  readonly key: string
  /** The field that holds it, with dots. */
  readonly field: string
}

/** An object as a file states it. */
export type DesiredObject = {
  readonly kind: string
  readonly name: string
  readonly spec: Values
}

/** An object as the server has it. */
export type StoredObject = DesiredObject & {
  readonly id: string
  /**
   * The secrets of the object by their fields, with dots. They are not part of `spec`. The value is undefined if the
   * server does not show it.
   */
  readonly secrets: ReadonlyMap<string, string | undefined>
}

export type Inventory = {
  readonly platform: Platform
  /** Returns the id of the object with this key, or undefined. */
  readonly findId: (kind: string, key: string) => string | undefined
  readonly getId: (kind: string, key: string) => string
  /** Returns the key of the object with this id, or undefined. */
  readonly findKey: (kind: string, id: unknown) => string | undefined
  /** Makes an object known that files cannot describe, so that others can refer to it. */
  readonly add: (kind: string, key: string, id: string) => void
}

/** A secret that a file must take from the environment: a field of `spec`, with dots. */
type SecretField = string

/** Everything about one kind of object. */
export type ObjectKind = {
  readonly kind: string
  readonly folder: string
  readonly spec: z.ZodObject
  /** Identifies an object within its kind; the name unless stated. */
  readonly keyOf?: (object: Omit<DesiredObject, 'kind'>) => string
  /** Adds to the fields of a file what the server would add, so that only real differences are left. */
  readonly complete?: (spec: Values, storedSpec: Values | undefined) => Values
  /** Whether an object of this content is the same as none. */
  readonly isNothing?: (spec: Values) => boolean
  readonly list: (inventory: Inventory) => Promise<readonly StoredObject[]>
  readonly references: (object: DesiredObject) => readonly ObjectReference[]
  /** Returns a field that differs and cannot be changed, if any. */
  readonly findFixedField?: (
    desiredObject: DesiredObject,
    storedObject: StoredObject,
  ) => string | undefined
  /** Returns why a file cannot describe the object, and the field that decides it, if so. */
  readonly findRefusal?: (
    inventory: Inventory,
    object: DesiredObject,
  ) => Promise<{ readonly field: string; readonly problem: string } | undefined>
  readonly findSecretFields?: (
    inventory: Inventory,
    object: DesiredObject,
  ) => Promise<readonly SecretField[]>
  /** Creates the object, or makes `stored` the desired one. The secrets of `desired` are resolved. Returns its id. */
  readonly save: (
    inventory: Inventory,
    desiredObject: DesiredObject,
    storedObject: StoredObject | undefined,
  ) => Promise<string>
  /** Absent for objects that are deleted with their owner only. */
  readonly remove?: (inventory: Inventory, storedObject: StoredObject) => Promise<void>
}

export const keyOfObject = (
  kind: Pick<ObjectKind, 'keyOf'>,
  object: Omit<DesiredObject, 'kind'>,
): string => kind.keyOf?.(object) ?? object.name

export const noSecrets: ReadonlyMap<string, string | undefined> = new Map()
