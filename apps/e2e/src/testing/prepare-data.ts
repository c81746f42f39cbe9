import { rm } from 'node:fs/promises'
import process from 'node:process'
import type { TestProject } from 'vitest/node'
import { copyDataDir, createDataDir, launchProduct } from './start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder that the product has set up and that nobody uses. */
    preparedDataDir: string
  }
}

/**
 * Lets the product set up a data folder once, so that the stories start with copies of it. Each of them starts a
 * product of its own, so they share compiled code too.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const preparedDataDir = await createDataDir()
  const dataDir = await createDataDir()
  const compileCacheDir = await createDataDir()
  process.env.NODE_COMPILE_CACHE ??= compileCacheDir
  const product = await launchProduct(dataDir, {})
  try {
    await product.shutDown()
    await copyDataDir(dataDir, preparedDataDir)
  } finally {
    await product.stop()
  }
  project.provide('preparedDataDir', preparedDataDir)
  return async () => {
    for (const folder of [preparedDataDir, compileCacheDir]) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
