import type { VectorDb } from '@recto/provider-spec/vector-db'
import type { Tenant } from '../../../platform/db/database.ts'
import { nearestVectors, putVectors, removeVectors } from './vectors.store.ts'

/**
 * The built-in vector store: a table with exact search. A collection holds only one document, so it
 * is small.
 */
export function vectorTable(tenant: Tenant): VectorDb {
  return {
    isConsistent: true,
    put: (collection, items) => putVectors(tenant, collection, items),
    remove: (collection) => removeVectors(tenant, collection),
    search: (collection, vector, limit) => nearestVectors(tenant, { collection, vector, limit }),
  }
}
