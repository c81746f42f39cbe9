import type { Platform } from '@recto/client/platform'
import { CommandLineError } from '../options.ts'
import { type Inventory, keyOfObject, type StoredObject } from './kind.ts'
import { kinds } from './kinds.ts'

export type ReadInventory = Inventory & {
  /** All objects that files can describe, by kind and then by key. */
  readonly objects: readonly StoredObject[]
}

/** Reads everything that files can describe from the server. */
export async function readInventory(platform: Platform): Promise<ReadInventory> {
  const ids = new Map<string, string>()
  const keys = new Map<string, string>()
  const objects: StoredObject[] = []
  const findId = (kind: string, key: string) => ids.get(`${kind} ${key}`)
  const inventory: Inventory = {
    platform,
    findId,
    getId(kind, key) {
      const id = findId(kind, key)
      if (id === undefined) throw new CommandLineError(`There is no ${kind} “${key}”.`)
      return id
    },
    findKey: (kind, id) => keys.get(`${kind} ${id}`),
    add(kind, key, id) {
      const knownId = findId(kind, key)
      if (knownId !== undefined && knownId !== id)
        throw new CommandLineError(
          `The server has two objects of kind ${kind} with the name “${key}”. Rename one of them first.`,
        )
      ids.set(`${kind} ${key}`, id)
      keys.set(`${kind} ${id}`, key)
    },
  }
  for (const kind of kinds) {
    const storedObject = await kind.list(inventory)
    for (const object of storedObject)
      inventory.add(kind.kind, keyOfObject(kind, object), object.id)
    objects.push(...storedObject)
  }
  return { ...inventory, objects }
}
