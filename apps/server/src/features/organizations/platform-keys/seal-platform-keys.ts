import type { Context } from '../../../platform/context.ts'
import { listUnsealedKeys, rewritePlatformKeys, storeSealedKey } from './platform-keys.store.ts'

const batchSize = 100

/**
 * Seals the platform keys that an earlier version stored in clear. A process of that version may
 * still run and add some, so every start looks for them.
 */
export async function sealPlatformKeys(ctx: Pick<Context, 'db' | 'vault'>): Promise<void> {
  let count = 0
  for (;;) {
    const keys = await listUnsealedKeys(ctx, batchSize)
    for (const { id, key } of keys)
      await storeSealedKey(ctx, { id, key, sealedKey: ctx.vault.seal(key) })
    count += keys.length
    if (keys.length === 0) break
  }
  if (count > 0) await rewritePlatformKeys(ctx)
}
