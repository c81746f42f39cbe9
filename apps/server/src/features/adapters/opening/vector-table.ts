import type { VectorDb, VectorHit } from '@recto/provider-spec/vector-db'
import type { Tenant } from '../../../platform/db/database.ts'
import { listVectors, putVectors, removeVectors } from './vectors.store.ts'

/** The built-in vector store: a table, searched exactly. A collection is one document's, so it is small. */
export function vectorTable(tenant: Tenant): VectorDb {
  return {
    put: (collection, items) => putVectors(tenant, collection, items),
    remove: (collection) => removeVectors(tenant, collection),
    async search(collection, vector, limit) {
      const items = await listVectors(tenant, collection)
      return items
        .map(
          ({ id, text, vector: other }): VectorHit => ({ id, text, score: cosine(vector, other) }),
        )
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
    },
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0
  let lengthA = 0
  let lengthB = 0
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0
    dot += x * y
    lengthA += x * x
    lengthB += y * y
  }
  return lengthA && lengthB ? dot / Math.sqrt(lengthA * lengthB) : 0
}
